import type { Html } from '../output/html.ts';

/** Light and dark; every pair of colours has a contrast of at least 4.5 : 1. */
export const TIMELINE_STYLE: Html = {
  html: `
:root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --raised: #f6f8fa; --call: #0b62b8; --good: #1a6b34; --bad: #b3261e; --badpage: #fdeceb; --goodpage: #eaf5ed; --off: #6e7781; }
@media (prefers-color-scheme: dark) { :root { --page: #14181d; --text: #e6e9ed; --quiet: #a3adb8; --line: #3a434d; --raised: #1d232a; --call: #6bb0f5; --good: #74cc8b; --bad: #ff9d94; --badpage: #3a1e1c; --goodpage: #1b2e21; --off: #98a2ad; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0 .5rem; overflow-wrap: anywhere; }
.end { padding: .75rem 1rem; border-left: .375rem solid; border-radius: .25rem; }
.end p { margin: 0; }
.done { background: var(--goodpage); border-color: var(--good); }
.failed { background: var(--badpage); border-color: var(--bad); }
.remarks { background: var(--raised); border-color: var(--off); margin-top: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 1rem 0 0; }
dt, .quiet { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; }
.states { display: flex; flex-wrap: wrap; gap: .35rem .5rem; }
.states li { background: var(--raised); border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .7rem; }
.states li.bad { border-color: var(--bad); color: var(--bad); }
.calls li { display: grid; grid-template-columns: minmax(6rem, 12rem) 1fr 5.5rem; gap: .75rem; align-items: center; padding: .15rem 0; }
.calls .name { overflow-wrap: anywhere; }
.track { display: block; background: var(--raised); border-radius: .2rem; height: .9rem; }
.bar { display: block; height: 100%; min-width: 3px; border-radius: .2rem; background: var(--call); }
.bar.failed { background: var(--bad); border: 0; }
.bar.cancelled, .bar.open { background: var(--off); }
.time { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--quiet); }
.steps { border-top: 1px solid var(--line); }
.steps > li { display: grid; grid-template-columns: 5.5rem 5rem minmax(0, 1fr); gap: .75rem; padding: .3rem 0; border-bottom: 1px solid var(--line); }
.steps > li > div { min-width: 0; }
.kind { color: var(--quiet); }
.bad, .kind.bad { color: var(--bad); }
.what { overflow-wrap: anywhere; }
details { margin-top: .1rem; }
summary { cursor: pointer; color: var(--call); width: max-content; max-width: 100%; }
summary:focus-visible { outline: 2px solid var(--call); outline-offset: 2px; border-radius: .2rem; }
pre { margin: .35rem 0; padding: .6rem .75rem; background: var(--raised); border-radius: .25rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .8rem/1.45 ui-monospace, Consolas, Menlo, monospace; }
@media (max-width: 40rem) {
  main { padding: 1rem .75rem 3rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
  .calls li { grid-template-columns: 1fr auto; gap: 0 .5rem; padding: .3rem 0; }
  .calls .track { grid-column: 1 / -1; grid-row: 2; }
  .steps > li { grid-template-columns: auto 1fr; gap: 0 .75rem; }
  .steps > li > .time { text-align: left; }
  .steps > li > div { grid-column: 1 / -1; }
}
@page { margin: 15mm; }
@media print { main { max-width: none; padding: 0; } li { break-inside: avoid; } }
`,
};
