import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { can, toMenuAccess } from '../../permissions/index.ts';
import { cards } from './cards.resource.ts';

describe('actions', () => {
  const action = (name: string) => {
    const found = cards.actions?.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`no action ${name}`);
    return found;
  };
  const creator = toMenuAccess([
    { code: 'FCM', read: false, create: true, update: false, delete: false },
  ]);

  it('CARD-02 CARD-06 assigns the chosen cards to a company; needs create', () => {
    const assign = action('assign');
    expect(assign).toMatchObject({
      label: 'Assign Selected Cards To Customer',
      on: 'selection',
      texts: {
        none: 'Please select card to Assign',
        success: 'Cards Assign Successfully',
        failure: 'Error while Assign Card',
      },
    });
    expect(assign.call(['1', '2'], { customerCompanyId: '9' })).toEqual({
      method: 'POST',
      path: 'fuel-card-management/assign-card-company-bulk',
      json: { customerCompanyId: '9', cardIds: ['1', '2'] },
    });
    expect(can(creator, assign.action).allowed).toBe(true);
    expect(can(toMenuAccess([]), assign.action).allowed).toBe(false);
  });

  it('CARD-07 asks for a company, required, of those that have a markup; Save', () => {
    expect(action('assign').submitLabel).toBe('Save');
    expect(action('assign').fields).toMatchObject([
      { label: 'Company', required: true, options: { reference: 'cardCompanies' } },
    ]);
  });

  it('CARD-02 CARD-05 downloads the template as a workbook or as CSV', () => {
    const template = action('template');
    const path = 'fuel-card-management/download-fuel-card-csv';
    expect(template.label).toBe('Download Sample Card Template');
    expect(template.call([], {})).toEqual({ method: 'GET', path });
    expect(template.file?.({})).toBe('SampleCardTemplate.xlsx');
    expect(template.call([], { format: 'csv' })).toEqual({
      method: 'GET',
      path,
      query: [['format', 'csv']],
    });
    expect(template.file?.({ format: 'csv' })).toBe('SampleCardTemplate.csv');
    expect(template.texts.failureStatus?.(500)).toBe('Failed to download file. Status: 500');
  });

  it('CARD-02 CARD-04 exports the chosen cards', () => {
    expect(cards.export).toMatchObject({
      action: 'cards.export',
      label: 'Exports Selected',
      path: 'fuel-card-management/export',
      fileName: 'Cards.csv',
      texts: {
        none: 'Please select at least one card to export.',
        success: 'Cards Exported Successfully',
        failure: 'Error while Exporting Card',
      },
    });
    expect(cards.export?.body(['1', '2'])).toEqual({ cardIds: ['1', '2'] });
  });

  it.each([
    [{ card_status: 'RELEASE', held_by: 'ops@forecourt.test' }, undefined],
    [
      {
        held_since: '2026-11-20',
        held_at: '2026-11-20T14:05:00',
        held_by: 'ops@forecourt.test',
        hold_reason: 'Stolen in Sudbury',
      },
      'On hold since 20/11/26 2:05 PM by ops@forecourt.test. Reason: Stolen in Sudbury',
    ],
    [
      { held_since: '2026-11-20', held_by: 'ops@forecourt.test', held_from_file: 'lost.csv' },
      'On hold since 20/11/26 by ops@forecourt.test, from the file lost.csv. No reason was given.',
    ],
    [
      { held_since: '2026-11-20' },
      'On hold since 20/11/26. The trail doesn’t say by whom, or why.',
    ],
    [{}, 'On hold. The trail doesn’t say by whom, or why.'],
  ])('CARD-11 says since when, by whom and why a card is on hold: %j', (fields, text) => {
    const card = z.parse(cards.schema, { card_status: 'HOLD', ...fields });
    expect(cards.record?.notice?.(card)).toBe(text);
  });

  it.each([
    [0, ''],
    [1, 'Its 1 purchase stays in the list. '],
    [1022, 'Its 1,022 purchases stay in the list. '],
    [undefined, 'Its purchases stay in the list. '],
  ])('LIST-04 CARD-14 says what stays of a deleted card with %s purchases', (rows, stay) => {
    const hold = 'To only refuse further purchases, put the card on hold instead.';
    expect(cards.remove?.keeps).toMatchObject({ resource: 'transactions', field: 'card_number' });
    expect(cards.remove?.keeps?.note(rows)).toBe(stay && stay + hold);
  });

  it('CARD-02 CARD-03 uploads one file of cards; needs create', () => {
    expect(cards.upload).toMatchObject({
      label: 'Import Card',
      path: 'fuel-card-management/upload-fuel-card-csv',
      accept: ['.csv', '.xls', '.xlsx'],
      fields: [],
      texts: {
        success: 'Import ManageCard successfully!',
        failure: 'Error while Importing manageCard.',
      },
    });
    expect(can(creator, cards.upload?.action ?? 'cards.list').allowed).toBe(true);
    expect(can(toMenuAccess([]), cards.upload?.action ?? 'cards.list').allowed).toBe(false);
  });
});
