import type { SheetInfo } from '../../types.ts';
import { Unrecognised } from '../unrecognised.ts';
import type { Archive } from '../zip/archive.ts';
import type { ZipEntry } from '../zip/central-directory.ts';
import { startTags } from './xml-text.ts';

const MAX_PART_BYTES = 16 * 1024 * 1024;

/** Contents of the workbook part: its worksheets in order, and their parts. */
export interface WorkbookParts {
  readonly date1904: boolean;
  readonly sheets: readonly (SheetInfo & { readonly entry: ZipEntry | undefined })[];
  readonly strings: ZipEntry | undefined;
}

interface Relationship {
  readonly id: string;
  /** The last segment of the relationship type: 'worksheet', 'sharedStrings'. */
  readonly type: string;
  readonly target: string;
}

/** More than any spreadsheet program opens; each sheet may name the same part, and is read by itself. */
const MAX_SHEETS = 1000;

/** Resolves a relationship's target relative to the part that contains it; '' if it isn't an address. */
function resolveTarget(base: string, target: string): string {
  try {
    const url = new URL(target.replaceAll('\\', '/'), `zip:///${base}`);
    return decodeURIComponent(url.pathname).replace(/^\/+/, '');
  } catch {
    return '';
  }
}

async function relationships(archive: Archive, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/') + 1;
  const entry = archive.find(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  if (entry === undefined) return [];
  const xml = await archive.text(entry, MAX_PART_BYTES);
  return startTags(xml, 'Relationship')
    .filter((tag) => tag.get('TargetMode') !== 'External')
    .map((tag) => ({
      id: tag.get('Id') ?? '',
      type: tag.get('Type')?.split('/').at(-1) ?? '',
      target: resolveTarget(part, tag.get('Target') ?? ''),
    }));
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Throws `Unrecognised` if there is no workbook part or no list of sheets. */
export async function readWorkbookParts(archive: Archive): Promise<WorkbookParts> {
  const root = await relationships(archive, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const entry = archive.find(path);
  if (entry === undefined) throw new Unrecognised('no workbook part');
  const xml = await archive.text(entry, MAX_PART_BYTES);
  const related = await relationships(archive, path);
  const byId = new Map(related.toReversed().map((relation) => [relation.id, relation]));
  const sheets = startTags(xml, 'sheet').flatMap((tag) => {
    const id = [...tag].find(([name]) => name.endsWith(':id'))?.[1];
    // A macro module is listed as a sheet without a part.
    if (id === undefined || id === '') return [];
    const relation = byId.get(id);
    // Chart, dialog and macro sheets have other types and no cells.
    if (relation !== undefined && relation.type !== 'worksheet') return [];
    return [
      {
        name: tag.get('name') ?? '',
        hidden: (tag.get('state') ?? 'visible') !== 'visible',
        entry: relation && archive.find(relation.target),
      },
    ];
  });
  if (sheets.length === 0) throw new Unrecognised('no list of sheets');
  if (sheets.length > MAX_SHEETS) throw archive.refuse(`it has more than ${MAX_SHEETS} sheets`);
  const shared = related.find(({ type }) => type === 'sharedStrings');
  return {
    date1904: isTrue(startTags(xml, 'workbookPr')[0]?.get('date1904')),
    sheets,
    strings: shared && archive.find(shared.target),
  };
}
