import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { type Point, backdrop, circle, path, rect, stroke } from './svg.ts'
const STOPS_AT = [76, 190, 304, 418] as const

/** Draws a path with stops, a part of which is done, and a flag at its end. */
export function drawProcess(by: Artist): string {
  const stops = STOPS_AT.map((x, index): Point => [
    x,
    by.number(`stop ${index}`, 0, 1) * 90 + (index % 2 === 0 ? 310 : 200),
  ])
  const reached = by.integer('reached', 1, 2)
  const dark = color(0.38, 0.1, by.hue + 200)
  const bright = color(0.85, 0.16, by.hue + by.pick('accent', [150, 180, 210]))
  const way = wayThrough(stops)
  return [
    backdrop(by.hue, 0.74, 0.12),
    grid(),
    path(way, stroke('#fff', 34)),
    path(way, { ...stroke(dark, 8), 'stroke-dasharray': '2 22' }),
    ...stops.map(([x, y], index) => {
      const fill = index <= reached ? bright : '#fff'
      return circle(x, y, 38, { fill, stroke: dark, 'stroke-width': 12 })
    }),
    flag(stops.at(-1) ?? [0, 0], dark, bright),
  ].join('')
}

/** Returns a curve through the stops that is level at each of them. */
function wayThrough([first = [0, 0], ...rest]: readonly Point[]): string {
  let [x, y] = first
  const bends = rest.map(([toX, toY]) => {
    const half = (x + toX) / 2
    const bend = `C${Math.round(half)} ${Math.round(y)} ${Math.round(half)} ${Math.round(toY)} ${toX} ${Math.round(toY)}`
    ;[x, y] = [toX, toY]
    return bend
  })
  return `M${first[0]} ${Math.round(first[1])}${bends.join('')}`
}

function grid(): string {
  const lines = [64, 160, 256, 352, 448].map((at) => `M${at} 0V512M0 ${at}H512`)
  return path(lines.join(''), { stroke: '#fff', 'stroke-width': 4, opacity: '0.18' })
}

function flag([x, y]: Point, pole: string, cloth: string): string {
  const top = Math.round(y - 168)
  return (
    path(
      `M${x} ${top + 8}C${x - 40} ${top - 18} ${x - 76} ${top + 30} ${x - 124} ${top + 6}V${top + 88}C${x - 76} ${top + 112} ${x - 40} ${top + 64} ${x} ${top + 90}Z`,
      { fill: cloth, stroke: pole, 'stroke-width': 12, 'stroke-linejoin': 'round' },
    ) +
    rect(x - 8, top, 16, 172, { rx: 8, fill: pole }) +
    circle(x, y, 15, { fill: pole })
  )
}
