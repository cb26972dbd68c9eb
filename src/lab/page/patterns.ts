import type { Html } from '../../server/html.ts'
import { SERIES_COLOURS } from './figures/looks.ts'

/** The strokes on each colour, in a square of eight pixels. The first colour is plain. */
const strokes = [
  '',
  'M-2 2L2-2M0 8L8 0M6 10L10 6',
  'M4 2v4M2 4h4',
  'M0 4H8',
  'M-2 6L2 10M0 0L8 8M6-2L10 2',
  'M4 0V8',
  'M0 4H8M4 0V8',
  'M0 0L8 8M0 8L8 0',
]

/** Patterns in the colours of series, for areas of plots and of legends: `url(#pattern-<n>)`. */
export const patterns: Html = {
  markup: `<svg class="patterns" aria-hidden="true" width="0" height="0"><defs>${Array.from(
    { length: SERIES_COLOURS },
    (_, i) =>
      `<pattern id="pattern-${i + 1}" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="ground-${i + 1}" width="8" height="8"/><path class="strokes" d="${strokes[i]}"/></pattern>`,
  ).join('')}</defs></svg>`,
}

/** The style of the patterns. */
export const patternRules = `.patterns { position: absolute; }
.patterns .strokes { stroke: var(--card); stroke-width: 1.4; stroke-opacity: 0.75; fill: none; }
${Array.from({ length: SERIES_COLOURS }, (_, i) => `.patterns .ground-${i + 1} { fill: var(--series-${i + 1}); }`).join('\n')}`
