// Draws times over numbers of rows, both logarithmic, as SVG: { values: [{ engine, rows, call, ms }], calls } on
// standard input.
import { text } from 'node:stream/consumers';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

const { values, calls } = JSON.parse(await text(process.stdin));
const chart = {
  background: 'white',
  config: { font: 'system-ui, sans-serif', axis: { labelFontSize: 11, titleFontSize: 12 } },
  data: { values },
  facet: {
    field: 'call',
    columns: 4,
    sort: calls,
    header: { title: null, labelFontSize: 12, labelFontWeight: 'bold' },
  },
  columns: 4,
  spec: {
    width: 190,
    height: 130,
    layer: [
      {
        mark: { type: 'rule', strokeDash: [4, 3], color: '#888' },
        encoding: { y: { datum: 100 } },
      },
      {
        mark: { type: 'line', point: { size: 30 }, strokeWidth: 2 },
        encoding: {
          x: {
            field: 'rows',
            type: 'quantitative',
            scale: { type: 'log' },
            axis: {
              title: null,
              values: [1e4, 1e5, 1e6, 1e7],
              labelExpr: "datum.value >= 1e6 ? datum.value / 1e6 + ' M' : datum.value / 1e3 + ' k'",
              grid: false,
            },
          },
          y: {
            field: 'ms',
            type: 'quantitative',
            scale: { type: 'log', domain: [0.5, 5_000] },
            axis: { title: 'ms', values: [1, 10, 100, 1_000], format: ',' },
          },
          color: {
            field: 'engine',
            scale: { range: ['#0b6e6e', '#c2571a'] },
            legend: { title: null, orient: 'top', labelFontSize: 12 },
          },
        },
      },
    ],
  },
};
const view = new View(parse(compile(chart).spec), { renderer: 'none' });
process.stdout.write(await view.toSVG());
