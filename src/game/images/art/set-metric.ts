import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { backdrop, circle, element, path, polygon, rect } from './svg.ts'

const TILE = 118
const GAP = 12
const START = (512 - 3 * TILE - 2 * GAP) / 2

/** The figures for a tile, in coordinates from 0 to `TILE`. */
const figures: readonly [(fill: string) => string, ...((fill: string) => string)[]] = [
  (fill) => circle(TILE / 2, TILE / 2, 38, { fill }),
  (fill) => path(`M0 0H${TILE}A${TILE} ${TILE} 0 0 1 0 ${TILE}Z`, { fill }),
  (fill) => path(`M0 0A${TILE} ${TILE} 0 0 1 ${TILE} ${TILE}A${TILE} ${TILE} 0 0 1 0 0Z`, { fill }),
  (fill) =>
    polygon(
      [
        [0, 0],
        [TILE, 0],
        [0, TILE],
      ],
      { fill },
    ),
  (fill) => path(`M0 ${TILE / 2}A${TILE / 2} ${TILE / 2} 0 0 1 ${TILE} ${TILE / 2}Z`, { fill }),
  (fill) => circle(TILE / 2, TILE / 2, 32, { fill: 'none', stroke: fill, 'stroke-width': 20 }),
  (fill) =>
    polygon(
      [
        [TILE / 2, 10],
        [TILE - 10, TILE / 2],
        [TILE / 2, TILE - 10],
        [10, TILE / 2],
      ],
      { fill },
    ),
  (fill) => [30, 59, 88].map((y) => rect(16, y - 8, TILE - 32, 15, { rx: 7, fill })).join(''),
  (fill) =>
    [
      [36, 36],
      [82, 36],
      [36, 82],
      [82, 82],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 15, { fill }))
      .join(''),
]

/** Draws a collection: nine tiles, each with a figure. */
export function drawSetMetric(by: Artist): string {
  const hues = [by.hue + 150, by.hue + 190, by.hue + 30, by.hue + 250] as const
  const tiles = Array.from({ length: 9 }, (_, index) => {
    const hue = by.pick(`hue ${index}`, hues)
    const isPale = by.pick(`pale ${index}`, [true, false])
    const ground = isPale ? color(0.95, 0.03, hue) : color(0.56, 0.15, hue)
    const figure = isPale ? color(0.62, 0.16, hue) : color(0.92, 0.07, hue + 20)
    const turn = 90 * by.integer(`turn ${index}`, 0, 3)
    const drawn = element(
      'g',
      { transform: `rotate(${turn} ${TILE / 2} ${TILE / 2})`, 'clip-path': 'url(#tile)' },
      rect(0, 0, TILE, TILE, { fill: ground }) + by.pick(`figure ${index}`, figures)(figure),
    )
    const [x, y] = [index % 3, Math.floor(index / 3)].map((cell) => START + cell * (TILE + GAP))
    return element('g', { transform: `translate(${x} ${y})` }, drawn)
  })
  const clip = element('clipPath', { id: 'tile' }, rect(0, 0, TILE, TILE, { rx: 24 }))
  return backdrop(by.hue, 0.84, 0.08) + element('defs', {}, clip) + tiles.join('')
}
