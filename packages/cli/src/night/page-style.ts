import type { Html } from '../output/html.ts';

/** Plain enough for mail clients; every pair of colours has a contrast of at least 7 : 1. */
export const PAGE_STYLE: Html = {
  html: `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #1b1b1b; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; padding-top: .75rem; border-top: 1px solid #c4c4c4; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0 .5rem; overflow-wrap: anywhere; }
ul { margin: .25rem 0 .5rem; padding-left: 1.25rem; }
li { margin: .25rem 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
caption { text-align: left; color: #4a4a4a; padding: 0 0 .25rem; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid #dcdcdc; text-align: left; vertical-align: top; font-weight: normal; overflow-wrap: anywhere; }
thead th { font-weight: 600; border-bottom: 2px solid #767676; overflow-wrap: normal; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.end { padding: .75rem 1rem; border-left: .375rem solid; }
.done { background: #eef6ee; border-color: #1e6b2b; }
.look { background: #fdf3e3; border-color: #8a4b00; }
.quiet { color: #4a4a4a; white-space: nowrap; }
.state { font-weight: 600; }
.cell, code { font-family: ui-monospace, Consolas, Menlo, monospace; font-size: .9em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: #4a4a4a; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  body { font-size: 15px; }
  table { font-size: .8rem; }
  .n { white-space: normal; }
  th, td { padding: .3rem .25rem; }
}
@page { margin: 15mm; }
@media print {
  main { max-width: none; padding: 0; }
  body { font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  tr, li, .end { break-inside: avoid; }
  .done, .look { background: none; }
}
`,
};
