/** How the lines of a chart are told apart: by colour, on light and on dark cards, and by the shape of their points. */
const MARKS = [
  { colour: '#5c7cfa', symbol: 'circle', sign: '●' },
  { colour: '#e8590c', symbol: 'rect', sign: '■' },
  { colour: '#2f9e44', symbol: 'triangle', sign: '▲' },
  { colour: '#e64980', symbol: 'diamond', sign: '◆' },
  { colour: '#1098ad', symbol: 'emptyCircle', sign: '○' },
  { colour: '#ae3ec9', symbol: 'emptyRect', sign: '□' },
  { colour: '#b08900', symbol: 'emptyTriangle', sign: '△' },
  { colour: '#868e96', symbol: 'emptyDiamond', sign: '◇' },
] as const

/** The look of a line: its colour, the shape of its points, and the same shape as a character. */
export type LineMark = (typeof MARKS)[number]

/** Returns the look of a line by its number. */
export const lineMark = (index: number): LineMark => MARKS[index % MARKS.length] ?? MARKS[0]
