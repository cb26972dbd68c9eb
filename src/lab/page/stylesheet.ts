import { colourRules } from './colours.ts'
import { patternRules } from './patterns.ts'

/** The style of what the pages of the lab contain. It uses the colours, and does not define them. */
export const contentRules = `${patternRules}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI',
  Roboto, 'Liberation Sans', Arial, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 84rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: clamp(1.6rem, 1.2rem + 1.6vw, 2.2rem); line-height: 1.2; font-weight: 650; letter-spacing: -0.015em;
  text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.008em; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; overflow-wrap: anywhere; }
code { font: 0.92em ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.notice { margin: 1rem 0 0; padding: 0.6rem 0.9rem; background: var(--error-soft); color: var(--error);
  border-radius: 8px; }
.kind { color: var(--muted); font-size: 0.9rem; margin-bottom: 0.15rem; }

.reports { display: flex; gap: 0.75rem; align-items: center; flex-wrap: wrap; margin-bottom: 2rem; }
[hidden] { display: none !important; }
.report header { display: grid; gap: 1.75rem; grid-template-columns: minmax(0, 1fr); }
.report header > .kind { margin-bottom: -1.65rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.25rem; }
.facts dt { color: var(--muted); font-size: 0.85rem; }
.facts dd { font-weight: 600; }
.facts dd code { font-weight: 400; }
.expectations, .personas, .losses, .values { display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.verdict { font-weight: 600; }
.held { color: var(--held); }
.failed { color: var(--failed); }

.table { overflow: auto; max-height: 26rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.9rem; line-height: 1.35; }
th, td { padding: 0.42rem 0.8rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--card); color: var(--muted); font-weight: 600;
  white-space: nowrap; }
tbody th { font-weight: 500; }
.personas tbody th { min-width: 6.5rem; overflow-wrap: anywhere; }
.personas td:last-child { white-space: normal; }
.values thead th, .repeated thead th { white-space: normal; min-width: 5rem; }
.values thead .figure { overflow-wrap: anywhere; }
.verdict .how { font-weight: 400; color: var(--muted); }
.note { max-width: 52rem; }
.tables td { white-space: nowrap; }
.tables code { overflow-wrap: normal; }
tr.marked > * { background: var(--marked); }
.figure { text-align: right; }
td.figure { white-space: nowrap; }
td.held, td.failed { white-space: nowrap; font-weight: 600; }
.plot-card .table table, .lists .table table { font-size: 0.85rem; }
.plot-card tbody th { position: sticky; left: 0; background: var(--card); white-space: nowrap; }

.bar { position: sticky; top: 0; z-index: 5; background: var(--page); border-bottom: 1px solid var(--edge);
  margin: 2.25rem -0.5rem 0; padding: 0.6rem 0.5rem 0; }
.switch { display: flex; align-items: center; gap: 0.25rem 1.5rem; justify-content: space-between; }
.contents ul { display: flex; gap: 0 1.4rem; overflow-x: auto; scrollbar-width: none; padding: 0 3px;
  margin-left: -3px; }
.contents a { display: block; padding: 0.45rem 0 0.55rem; text-decoration: none; color: var(--muted);
  font-size: 0.9rem; white-space: nowrap; }
.contents a:hover { color: var(--text); text-decoration: underline; }
.contents a:focus-visible { outline-offset: -2px; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: flex; align-items: center; gap: 0.75rem; }
legend { float: left; padding: 0; color: var(--muted); font-size: 0.9rem; }
.choices { display: flex; gap: 0.3rem; overflow-x: auto; padding: 3px; scrollbar-width: thin; min-width: 0; }
.choices label { position: relative; display: block; cursor: pointer; flex: none; }
.choices input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.choices span { display: flex; align-items: center; gap: 0.4rem; padding: 0.28rem 0.8rem; border-radius: 99px;
  border: 1px solid var(--edge); font-size: 0.9rem; background: var(--card); color: var(--text); white-space: nowrap;
  max-width: 16rem; overflow: hidden; text-overflow: ellipsis; }
.choices label:hover span { border-color: var(--text); }
.choices input:checked + span { background: var(--text); border-color: var(--text); color: var(--card); }
.choices input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.showing { color: var(--muted); font-size: 0.85rem; flex: none; }

.sections > section { margin-top: 2.75rem; scroll-margin-top: 7rem; display: grid; gap: 1rem;
  grid-template-columns: minmax(0, 1fr); }
.lead { color: var(--muted); max-width: 46rem; margin-top: -0.6rem; font-size: 0.95rem; }
.plots { display: grid; gap: 0.55rem 1rem; grid-template-columns: minmax(0, 1fr); }
.plot-card, .lists details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; min-width: 0; }
.plot-card { padding: 1.1rem 1.2rem 0.9rem; margin-bottom: 0.45rem; display: grid; grid-row: span 5;
  grid-template-rows: subgrid; grid-template-columns: minmax(0, 1fr); }
.takeaway { font-size: 0.92rem; max-width: 52rem; overflow-wrap: anywhere; text-wrap: pretty; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 0.35rem; max-height: 6.2rem; overflow-y: auto; margin-left: -0.4rem;
  padding: 2px; }
.legend button, .legend .entry { display: flex; align-items: center; gap: 0.4rem; font: inherit; font-size: 0.82rem;
  color: var(--text); background: none; border: 0; border-radius: 6px; padding: 0.12rem 0.4rem; max-width: 100%;
  text-align: left; overflow-wrap: anywhere; }
.legend button { cursor: pointer; }
.legend button:hover { background: var(--soft); }
.legend button[aria-pressed='false'] { text-decoration: line-through; color: var(--muted); }
.legend button[aria-pressed='false'] svg { opacity: 0.35; }
.legend svg { flex: none; }
.chart { width: 100%; position: relative; }
.chart svg { display: block; }
.empty { color: var(--muted); background: var(--card); border: 1px dashed var(--edge); border-radius: 12px;
  padding: 0.9rem 1.2rem; }
summary { cursor: pointer; font-size: 0.88rem; color: var(--accent); padding: 0.25rem 0; width: fit-content; }
details[open] > summary { margin-bottom: 0.5rem; }
.more > summary { font-size: 0.95rem; font-weight: 600; margin: 0.25rem 0; }
.lists { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 1fr); }
.lists details { padding: 0.55rem 1.2rem; }
.rows-more { font: inherit; font-size: 0.85rem; margin: 0.5rem 0 0; padding: 0.3rem 0.8rem; color: var(--text);
  background: var(--card); border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; }
.tip { background: var(--card); color: var(--text); border: 1px solid var(--edge); border-radius: 8px;
  padding: 0.5rem 0.7rem; font-size: 0.82rem; line-height: 1.4; box-shadow: 0 4px 16px rgb(0 0 0 / 0.14);
  max-width: 20rem; white-space: normal; }
.tip strong { display: block; margin-bottom: 0.15rem; overflow-wrap: anywhere; }
.tip dl { display: grid; grid-template-columns: minmax(0, auto) auto; gap: 0 1rem; }
.tip dt { color: var(--muted); overflow-wrap: anywhere; }
.tip dd { text-align: right; }

@media (min-width: 64rem) {
  main { padding-left: 2.5rem; padding-right: 2.5rem; }
  .report header.single { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); }
  .report header > :not(.expectations, .personas, .losses) { grid-column: 1 / -1; }
  .plots { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .plots > .wide { grid-column: 1 / -1; }
}
@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem 3rem; }
  .plot-card { padding: 0.9rem 0.85rem 0.7rem; }
  .bar { margin-left: -1rem; margin-right: -1rem; padding-left: 1rem; padding-right: 1rem; }
  .switch { flex-direction: column; align-items: stretch; }
  .bar legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  th, td { padding: 0.4rem 0.6rem; }
  .report header :is(th, td) { padding: 0.4rem 0.32rem; font-size: 0.8rem; min-width: 0; white-space: normal; }
  .report header tbody th { overflow-wrap: anywhere; }
  .report .values thead th { min-width: 4rem; }
  .expectations .result { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  @page { margin: 14mm; }
  body { font-size: 10.5pt; }
  main { padding: 0; max-width: none; }
  th { position: static !important; }
  .bar { position: static; border: 0; }
  .bar fieldset, .reports, .contents, .rows-more { display: none; }
  .report header, .sections > section, .plots, .plot-card { display: block; }
  .report header > *, .plot-card { margin-bottom: 1.1rem; }
  .report header > .kind { margin-bottom: 0; }
  .plot-card > *, .expectations > *, .personas > *, .losses > * { margin-bottom: 0.45rem; }
  .sections > section { margin-top: 1.6rem; }
  .lead { margin: 0.3rem 0 0.8rem; }
  .plot-card, .table, .empty, tr, .expectations, .lead { break-inside: avoid; }
  h2, h3, .lead { break-after: avoid; }
  .table { max-height: none; overflow: visible; }
  .chart, .chart > div { height: auto !important; width: auto !important; }
  .chart svg { position: static !important; max-width: 100%; height: auto; }
  .tip { display: none; }
  summary { color: var(--muted); }
  details:not([open]) { display: none; }
  .more:not([open]) { display: block; }
  .more:not([open]) > summary::after { content: ' (not printed while closed)'; }
}
`

/** The style of the pages of the lab. */
export const stylesheet = `${colourRules}
${contentRules}`
