import type { Artist } from './artist.ts'
import { type Point, around, element, path, polygon } from './svg.ts'

/** Returns the corners of a star around the origin. */
function star(points: number, inner: number): readonly Point[] {
  return Array.from({ length: 2 * points }, (_, index) =>
    around([0, 0], (180 * index) / points, index % 2 === 0 ? 100 : inner),
  )
}

const symbols = {
  star: (fill: string) => polygon(star(5, 46), rounded(fill, 14)),
  burst: (fill: string) => polygon(star(8, 56), rounded(fill, 12)),
  spark: (fill: string) => path('M0-104Q16-16 104 0Q16 16 0 104Q-16 16-104 0Q-16-16 0-104Z', rounded(fill, 10)),
  bolt: (fill: string) => path('M24-100L-62 16H-8L-26 100L62-22H6Z', rounded(fill, 14)),
  heart: (fill: string) =>
    path('M0 88C-130 0-96-88-44-88C-18-88-4-70 0-52C4-70 18-88 44-88C96-88 130 0 0 88Z', rounded(fill, 8)),
  drop: (fill: string) => path('M0-104C20-58 68-14 68 34A68 68 0 0 1-68 34C-68-14-20-58 0-104Z', rounded(fill, 8)),
  moon: (fill: string) => path('M36-92A94 94 0 1 0 92 40A76 76 0 0 1 36-92Z', rounded(fill, 10)),
  crown: (fill: string) => path('M-92 66V-50L-42 0L0-78L42 0L92-50V66Z', rounded(fill, 16)),
  leaf: (fill: string) => path('M-80 84C-100-40-20-96 88-88C100 24 40 96-50 70L-80 84Z', rounded(fill, 10)),
  diamond: (fill: string) => path('M0-96L76 0L0 96L-76 0Z', rounded(fill, 16)),
  clover: (fill: string) =>
    path(
      'M0-8C-64-16-64-96-24-92Q-6-90 0-74Q6-90 24-92C64-96 64-16 0-8C40-48 108-16 84 24C62 56 20 24 0-8C16 40 20 72 12 96H-12C-20 72-16 40 0-8C-20 24-62 56-84 24C-108-16-40-48 0-8Z',
      rounded(fill, 6),
    ),
  flame: (fill: string) =>
    path(
      'M6-104C30-60 76-30 76 28A76 76 0 0 1-76 28C-76-4-58-30-44-44C-40-24-30-14-18-10C-22-50-14-82 6-104Z',
      rounded(fill, 8),
    ),
} as const

const rounded = (fill: string, width: number) => ({
  fill,
  stroke: fill,
  'stroke-width': width,
  'stroke-linejoin': 'round',
})

type SymbolName = keyof typeof symbols

const names = Object.keys(symbols) as [SymbolName, ...SymbolName[]]

/** Draws one of twelve symbols in one colour, about as large as a circle of this radius. */
export function symbol(by: Artist, [x, y]: Point, radius: number, fill: string): string {
  const scale = Math.round(radius * 8) / 1000
  const drawn = symbols[by.pick('symbol', names)](fill)
  return element('g', { transform: `translate(${x} ${y}) scale(${scale})` }, drawn)
}
