import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { type Point, backdrop, ellipse, path, polygon } from './svg.ts'

/** Draws a gem from above: facets around a flat table in the middle. */
export function drawItem(by: Artist): string {
  const hue = by.hue + by.pick('contrast', [120, 160, 200, 240])
  const count = by.pick('facets', [6, 8, 8, 10, 12])
  const wide = by.pick('wide', [1, 1, 0.82, 1.12])
  const tall = by.pick('tall', [1, 1, 1.1, 0.9])
  const table = by.number('table', 0.46, 0.64)
  const turn = by.pick('turn', [0, 180 / count])
  const at = (index: number, radius: number): Point => {
    const angle = ((turn + (360 * index) / count) * Math.PI) / 180
    return [256 + radius * wide * Math.sin(angle), 248 - radius * tall * Math.cos(angle)]
  }
  const facets = Array.from({ length: count }, (_, index) => [
    facet([at(index, 172), at(index + 1, 172), at(index + 0.5, 172 * table)], index, 0),
    facet([at(index, 172), at(index + 0.5, 172 * table), at(index - 0.5, 172 * table)], index, 0.07),
  ])
  // The light comes from the upper left, so facets that face it are lighter.
  function facet(points: readonly Point[], index: number, lift: number): string {
    const towards = Math.cos(((turn + (360 * (index + 0.5 - lift * 7)) / count + 40) * Math.PI) / 180)
    const fill = color(0.64 + lift + 0.17 * towards, 0.16 - 0.04 * towards, hue + 12 * towards)
    return polygon(points, { fill, stroke: fill, 'stroke-width': 2, 'stroke-linejoin': 'round' })
  }
  const top = Array.from({ length: count }, (_, index) => at(index + 0.5, 172 * table))
  return [
    backdrop(by.hue),
    ellipse(256, 450, 130 * wide, 20, { fill: color(0.3, 0.08, by.hue), opacity: '0.28' }),
    polygon(
      Array.from({ length: count }, (_, index) => at(index, 172)),
      { fill: '#fff', stroke: '#fff', 'stroke-width': 22, 'stroke-linejoin': 'round' },
    ),
    ...facets.flat(),
    polygon(top, { fill: color(0.83, 0.11, hue) }),
    polygon(top.slice(0, Math.ceil(count / 2)), { fill: '#fff', opacity: '0.22' }),
    glint(
      by.pick('glint', [
        [150, 120],
        [356, 128],
        [146, 356],
      ]),
    ),
  ].join('')
}

const glint = ([x, y]: Point): string =>
  path(
    `M${x} ${y - 46}Q${x + 6} ${y - 6} ${x + 46} ${y}Q${x + 6} ${y + 6} ${x} ${y + 46}Q${x - 6} ${y + 6} ${x - 46} ${y}Q${x - 6} ${y - 6} ${x} ${y - 46}Z`,
    { fill: '#fff' },
  )
