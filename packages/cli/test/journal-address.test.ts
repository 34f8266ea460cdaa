import { describe, expect, it } from 'vitest';
import { pipelineFile } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const opened = fixtureForEach();

describe('the journal of a service', () => {
  it.each([
    ['without a path, then with it', '', '/api/v1', 21],
    ['with its path, then without', '/api/v1', '', 22],
  ])('TXN-13 is one, whether its address is given %s', async (_, before, after, seed) => {
    const { fixture, service } = opened;
    const host = service.url.replace(/\/api\/v1$/, '');
    const at = (path: string) => ({ env: { FORECOURT_BASE_URL: `${host}${path}` } });
    const path = pipelineFile(fixture, 'night.xlsx', 5, seed);
    const argv = ['transactions', 'import', path, '--provider', 'Pipeline'];
    const first = await fixture.json(argv, at(before));
    expect(first).toMatchObject({ code: 0, document: { files: [{ sent: true }] } });
    const listed = await fixture.json(['imports', 'list'], at(after));
    expect(listed.document).toMatchObject({ items: [{ fileName: 'night.xlsx' }] });
    const again = await fixture.json(argv, at(after));
    const [file] = (again.document as { files: { reason: string; result: string }[] }).files;
    expect([again.code, file?.reason]).toEqual([0, 'already_imported']);
    // Its result file was saved by the first run.
    const [sent] = (first.document as { files: { result: string }[] }).files;
    expect(file?.result).toBe(sent?.result);
  });
});
