import type { RecordingLog, Shown } from './recording-log.ts';

/** A member of a view, or of its data, as it was and as it was written. */
interface Piece extends Shown {
  readonly value: unknown;
}

/** A view's members; those of `data` by themselves, because most stay the same from view to view. */
function* piecesOf(view: unknown): Generator<readonly [name: string, value: unknown]> {
  for (const [name, value] of Object.entries((view ?? {}) as object)) {
    if (name !== 'data' || typeof value !== 'object' || value === null || Array.isArray(value)) {
      yield [name, value];
      continue;
    }
    for (const [part, member] of Object.entries(value)) yield [`data.${part}`, member];
  }
}

/** Writes each view as what changed since the one before. */
export function viewLines(log: RecordingLog, run: number) {
  let before = new Map<string, Piece>();

  function pieceOf(name: string, value: unknown): Piece | undefined {
    const former = before.get(name);
    // What a machine didn't touch is the same object, however large.
    if (former && former.value === value) return former;
    const shown = log.shown(value, name.slice(name.indexOf('.') + 1));
    return shown && { value, ...shown };
  }

  return {
    write(view: unknown, at: number): void {
      // Beyond the limit, only the state is kept.
      const wanted = log.limited()
        ? (name: string) => /^(?:status|step|error)$/.test(name)
        : () => true;
      const now = new Map<string, Piece>();
      for (const [name, value] of piecesOf(view)) {
        const piece = wanted(name) ? pieceOf(name, value) : undefined;
        if (piece) now.set(name, piece);
      }
      const set = [...now].filter(([name, { text }]) => before.get(name)?.text !== text);
      const gone = [...before.keys()].filter((name) => !now.has(name));
      const cut = log.limited() || [...now.values()].some((piece) => piece.cut);
      before = now;
      const members = set.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`);
      log.line(
        {
          ...{ run, kind: 'view', set: { text: `{${members.join(',')}}`, cut } satisfies Shown },
          ...(gone.length > 0 && { gone }),
        },
        at,
      );
    },
  };
}
