import { describe, expect, it } from 'vitest';
import type { AnyListed, RegisteredResource } from '../resource/resource.types.ts';
import { findResource, RESOURCES } from './registry.ts';

/** Returns what is offered for records, by metadata or by definition. */
const offered = ({ form, record }: RegisteredResource | AnyListed) => ({
  view: record !== undefined && record.editOnly !== true,
  edited: record !== undefined,
  create: form?.create !== undefined,
  update: form?.update !== undefined,
});

describe.each(RESOURCES.map((place) => [place.name, place] as const))('%s', (_name, place) => {
  it('has metadata that agrees with its definition', async () => {
    const { form: _, loadListDefinition, loadDefinition, record: __, ...facts } = place;
    const [list, whole] = [await loadListDefinition(), await loadDefinition()];
    expect(list).toMatchObject(facts);
    expect(whole).toMatchObject(facts);
    expect(offered(place)).toEqual(offered(whole));
    expect(offered(list)).toEqual(offered(whole));
  });

  it('has its list written once', async () => {
    const { form: _, record: __, ...list } = await place.loadListDefinition();
    const whole = await place.loadDefinition();
    for (const [part, value] of Object.entries(list)) {
      expect(whole[part as keyof AnyListed], part).toBe(value);
    }
  });

  it('is plain data until it is loaded', () => {
    const { loadListDefinition: _, loadDefinition: __, ...facts } = place;
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
  });
});

it('finds a resource by its name, and no other', () => {
  expect(findResource('cards')?.route).toBe('/managercards');
  expect(findResource('dogs')).toBeUndefined();
});
