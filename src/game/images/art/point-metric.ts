import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { type Attributes, backdrop, circle, corners, ellipse, path, polygon, stroke } from './svg.ts'
import { symbol } from './symbols.ts'

/** The style of the line around the symbol: solid, dotted or dashed. */
const rings: readonly [Attributes, ...Attributes[]] = [
  {},
  { 'stroke-dasharray': '1 17' },
  { 'stroke-dasharray': '26 14' },
]

/** Draws a coin with a symbol. Its edge is round or scalloped. */
export function drawPointMetric(by: Artist): string {
  const metal = by.hue + by.pick('metal', [60, 150, 180, 210, 300])
  const dark = color(0.52, 0.13, metal - 12)
  const rim = color(0.68, 0.15, metal)
  const face = color(0.84, 0.14, metal + 8)
  return [
    backdrop(by.hue),
    ellipse(256, 444, 150, 22, { fill: dark, opacity: '0.3' }),
    edge(by, 268, dark),
    edge(by, 250, rim),
    circle(256, 250, 142, { fill: face }),
    circle(256, 250, 120, { ...stroke(rim, 8), ...by.pick('ring', rings) }),
    symbol(by, [256, 256], 92, dark),
    symbol(by, [256, 249], 92, '#fff'),
    path('M150 190A124 124 0 0 1 216 136', { ...stroke('#fff', 14), opacity: '0.7' }),
  ].join('')
}

function edge(by: Artist, y: number, fill: string): string {
  const scallops = by.pick('rim', [0, 0, 12, 18])
  if (scallops === 0) return circle(256, y, 174, { fill })
  const bumps = corners([256, y], scallops, 160).map(([cx, cy]) => circle(cx, cy, 420 / scallops, { fill }))
  return polygon(corners([256, y], scallops, 166), { fill }) + bumps.join('')
}
