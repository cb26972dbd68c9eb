import { palettes, propertiesOf } from '../../server/palette.ts'

/** Colours of plots on light and on dark cards. Neighbours differ in lightness too, for readers who see few hues. */
const light = {
  series: ['#2f55c8', '#b8520a', '#0a7d68', '#a8317f', '#7a6200', '#1583b5', '#6b4423', '#5a6478'],
  'step-first': '#b4c1f4',
  'step-last': '#22308c',
  rest: '#d3d9e4',
  band: '#3d4fc9',
  'band-line': '#232f86',
  gain: '#0a7d68',
  loss: '#b8520a',
  held: '#0a6b4f',
  marked: '#e9f4f0',
  failed: '#b3261e',
}

const dark: typeof light = {
  series: ['#84a4ff', '#ff9d57', '#43cfae', '#f18bcd', '#dcbf4a', '#63c6f2', '#d4a785', '#aab4c6'],
  'step-first': '#343f7c',
  'step-last': '#c3cdff',
  rest: '#3a4252',
  band: '#8a9bff',
  'band-line': '#dfe4ff',
  gain: '#43cfae',
  loss: '#ff9d57',
  held: '#6fdcb8',
  marked: '#1c2f2e',
  failed: '#ffb3aa',
}

/** Returns the colours of plots as CSS properties. */
function plotColours({ series, ...others }: typeof light): string {
  const numbered = series.map((colour, i) => [`series-${i + 1}`, colour] as const)
  return [...numbered, ...Object.entries(others)].map(([name, colour]) => `--${name}: ${colour};`).join(' ')
}

/** The colours as CSS properties, for a light and a dark screen. */
export const lightColours = `${propertiesOf(palettes.light)} ${plotColours(light)}`
export const darkColours = `${propertiesOf(palettes.dark)} ${plotColours(dark)}`

/**
 * The colours by their use, as CSS. Plots name them too, so that a change between light, dark and paper needs no script.
 */
export const colourRules = `:root { color-scheme: light dark; ${lightColours} }
@media screen and (prefers-color-scheme: dark) { :root { ${darkColours} } }
@media print { :root { color-scheme: light; --page: #ffffff; } }`
