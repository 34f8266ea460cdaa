import { Graph, layout } from '@dagrejs/dagre';

export interface DrawnState {
  readonly name: string;
  readonly final: boolean;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  /** The edge's events, one per line. */
  readonly labels: readonly string[];
}

const LINE = 14;
const CHAR = 6.4;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (value: number): number => Math.round(value);

const box = (text: string) => ({ width: text.length * 7.4 + 28, height: 32 });
const labelBox = (labels: readonly string[]) => ({
  width: Math.max(0, ...labels.map(({ length }) => length * CHAR)) + 8,
  height: labels.length * LINE + 4,
});

function arranged(states: readonly DrawnState[], edges: readonly DrawnEdge[]) {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 36,
    ranksep: 44,
    edgesep: 24,
    marginx: 12,
    marginy: 12,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of states) graph.setNode(name, box(name));
  for (const { from, to, labels } of edges) {
    graph.setEdge(from, to, { ...labelBox(labels), labelpos: 'c' }, `${from}>${to}`);
  }
  layout(graph);
  return graph;
}

type Point = { readonly x: number; readonly y: number };

const path = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(' ');

const labelText = (labels: readonly string[], { x, y }: Point): string =>
  labels
    .map(
      (label, index) =>
        `<text class="label" x="${round(x)}" y="${round(y + (index - (labels.length - 1) / 2) * LINE + 4)}">${escaped(label)}</text>`,
    )
    .join('');

// One set of colours for light and dark pages, because an image can't know the page around it.
const STYLE =
  'text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#1b201e}.label{font-size:11px;fill:#42605f;paint-order:stroke;stroke:#fbfcfb;stroke-width:4px}' +
  'rect.state{fill:#e3f0f1;stroke:#0a6570}rect.final{fill:#fff;stroke:#0a6570;stroke-width:2.5}path{fill:none;stroke:#6d8a8c}' +
  '.paper{fill:#fbfcfb}';

/** Returns a machine's states and transitions as a self-contained SVG. */
export function graphSvg(
  title: string,
  states: readonly DrawnState[],
  edges: readonly DrawnEdge[],
): string {
  const graph = arranged(states, edges);
  const { width = 0, height = 0 } = graph.graph();
  const lines = edges.map(({ from, to }) => {
    const edge = graph.edge({ v: from, w: to, name: `${from}>${to}` });
    return `<path d="${path(edge.points)}" marker-end="url(#arrow)"/>`;
  });
  const labels = edges.map(({ from, to, labels: texts }) =>
    labelText(texts, graph.edge({ v: from, w: to, name: `${from}>${to}` }) as Point),
  );
  const boxes = states.map(({ name, final }) => {
    const { x, y, width: w, height: h } = graph.node(name);
    return (
      `<rect class="state${final ? ' final' : ''}" x="${round(x - w / 2)}" y="${round(y - h / 2)}" width="${round(w)}" height="${h}" rx="8"/>` +
      `<text x="${round(x)}" y="${round(y + 4)}">${escaped(name)}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" style="fill:#6d8a8c;stroke:none"/></marker></defs>',
    `<rect class="paper" width="100%" height="100%" rx="8"/>`,
    ...lines,
    ...labels,
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}
