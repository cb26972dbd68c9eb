import type { Dash, Look } from './plot.ts'

/** The number of colours for things without an order. The style sheet has one of each as `--series-<n>`. */
export const SERIES_COLOURS = 8

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond']
const dashes: readonly Dash[] = ['solid', [7, 3], [2, 2], [9, 3, 2, 3], [4, 4], [12, 3], [2, 4], [6, 2, 2, 2, 2, 2]]

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Returns the colour of the thing at an index of a list without an order. */
const seriesColour = (index: number): string => `var(--series-${(index % SERIES_COLOURS) + 1})`

/** Returns the look of a line. Dashes and symbols repeat later than colours, so that no two of 48 lines are the same. */
export function lineLook(index: number): Look & { kind: 'line' } {
  const turn = Math.floor(index / SERIES_COLOURS)
  return {
    kind: 'line',
    colour: seriesColour(index),
    dash: at(dashes, index + turn),
    symbol: at(symbols, index + turn),
  }
}

/** The look of what all players have in common. */
export const everyone: Look & { kind: 'line' } = {
  kind: 'line',
  colour: 'var(--text)',
  dash: 'solid',
  symbol: 'circle',
}

/** Returns the look of an area of the thing at an index of a list without an order: a colour with a pattern on it. */
export const patternLook = (index: number): Look & { kind: 'area' } => ({
  kind: 'area',
  fill: `url(#pattern-${(index % SERIES_COLOURS) + 1})`,
})

/** The look of what remains. */
export const restLook: Look & { kind: 'area' } = { kind: 'area', fill: 'var(--rest)' }

/** Returns the look of the step at an index of an ordered list: the later it comes, the stronger its colour. */
export function stepLook(index: number, steps: number): Look & { kind: 'area' } {
  const strength = steps < 2 ? 100 : Math.round((index / (steps - 1)) * 100)
  return { kind: 'area', fill: `color-mix(in oklab, var(--step-last) ${strength}%, var(--step-first))` }
}
