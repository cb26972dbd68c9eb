import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { around, backdrop, circle, path, stroke } from './svg.ts'
import { symbol } from './symbols.ts'

/** Draws a dial of several states, one of which is selected. */
export function drawStateMetric(by: Artist): string {
  const count = by.integer('count', 3, 7)
  const selected = by.integer('held', 0, count - 1)
  const hue = by.hue + by.pick('contrast', [130, 180, 230])
  const step = 360 / count
  const arcs = Array.from({ length: count }, (_, index) => {
    const from = around([256, 256], index * step + 9, 172)
    const to = around([256, 256], (index + 1) * step - 9, 172)
    const d = `M${from.map(Math.round).join(' ')}A172 172 0 0 1 ${to.map(Math.round).join(' ')}`
    return path(
      d,
      stroke(
        index === selected ? '#fff' : color(0.58 + 0.2 * (index / count), 0.14, hue),
        index === selected ? 58 : 40,
      ),
    )
  })
  const [x, y] = around([256, 256], (selected + 0.5) * step, 172)
  return [
    backdrop(by.hue, 0.72, 0.1),
    circle(256, 262, 222, { fill: color(0.3, 0.06, by.hue), opacity: '0.2' }),
    circle(256, 256, 222, { fill: color(0.34, 0.07, by.hue + 10) }),
    ...arcs,
    circle(x, y, 15, { fill: color(0.62, 0.19, hue) }),
    circle(256, 256, 104, { fill: color(0.44, 0.08, by.hue + 10) }),
    symbol(by, [256, 256], 68, color(0.9, 0.1, hue)),
  ].join('')
}
