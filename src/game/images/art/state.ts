import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { backdrop, circle, corners, polygon } from './svg.ts'
import { symbol } from './symbols.ts'

/** Draws a rosette with two ribbons and a symbol. */
export function drawState(by: Artist): string {
  const hue = by.hue + by.pick('contrast', [110, 150, 180, 210])
  const petals = by.pick('petals', [8, 10, 12, 16])
  const isRound = by.pick('round', [true, false])
  const cloth = color(0.58, 0.17, hue)
  const deep = color(0.46, 0.15, hue - 6)
  return [
    backdrop(by.hue),
    polygon(
      [
        [176, 300],
        [256, 330],
        [206, 474],
        [176, 432],
        [122, 440],
      ],
      { fill: deep },
    ),
    polygon(
      [
        [336, 300],
        [256, 330],
        [306, 474],
        [336, 432],
        [390, 440],
      ],
      { fill: deep },
    ),
    rosette(petals, isRound, cloth),
    circle(256, 222, 116, { fill: '#fff' }),
    circle(256, 222, 98, { fill: color(0.88, 0.1, hue + 20) }),
    symbol(by, [256, 222], 70, deep),
  ].join('')
}

function rosette(petals: number, isRound: boolean, fill: string): string {
  if (isRound)
    return corners([256, 222], petals, 128)
      .map(([x, y]) => circle(x, y, 520 / petals, { fill }))
      .join('')
  const spikes = corners([256, 222], 2 * petals, 1).map(([x, y], index) => {
    const radius = index % 2 === 0 ? 172 : 144
    return [256 + (x - 256) * radius, 222 + (y - 222) * radius] as const
  })
  return polygon(spikes, { fill, stroke: fill, 'stroke-width': 14, 'stroke-linejoin': 'round' })
}
