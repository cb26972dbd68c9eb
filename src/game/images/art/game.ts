import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { circle, element, path, polygon, rect, SIDE } from './svg.ts'

/** Draws a landscape: layers of hills, a sun or a moon, and a tower with a flag. */
export function drawGame(by: Artist): string {
  const land = by.hue
  const isNight = by.pick('time', [false, false, true])
  const sky = land + by.pick('sky', [120, 160, 200])
  const top = color(isNight ? 0.34 : 0.72, 0.1, sky)
  const bottom = color(isNight ? 0.56 : 0.91, isNight ? 0.13 : 0.08, sky + 50)
  const light = by.number('light', 110, 400)
  const height = by.number('height', 96, 170)
  const stops =
    element('stop', { offset: '0', 'stop-color': top }) + element('stop', { offset: '0.8', 'stop-color': bottom })
  return [
    element('defs', {}, element('linearGradient', { id: 'sky', x1: '0', y1: '0', x2: '0', y2: '1' }, stops)),
    rect(0, 0, SIDE, SIDE, { fill: 'url(#sky)' }),
    isNight ? stars(by) : '',
    circle(light, height, 86, { fill: '#fff', opacity: '0.2' }),
    circle(light, height, 56, { fill: isNight ? '#f6f1dc' : '#fff6d0' }),
    mountains(by, color(isNight ? 0.46 : 0.72, 0.08, land + 40)),
    hills(by, 'far', 330, color(isNight ? 0.42 : 0.66, 0.12, land + 18)),
    tower(by, light < 256 ? 372 : 140, isNight),
    hills(by, 'near', 420, color(isNight ? 0.34 : 0.55, 0.13, land)),
  ].join('')
}

function stars(by: Artist): string {
  const star = (index: number): string =>
    circle(
      by.number(`star ${index} x`, 10, 502),
      by.number(`star ${index} y`, 10, 260),
      by.number(`star ${index}`, 2, 5),
      { fill: '#fff' },
    )
  return Array.from({ length: 18 }, (_, index) => star(index)).join('')
}

function mountains(by: Artist, fill: string): string {
  const peaks = [0, 1, 2].map((index) => {
    const x = 60 + 190 * index + by.number(`peak ${index} x`, -40, 40)
    const y = by.number(`peak ${index} y`, 150, 250)
    const snow = polygon(
      [
        [x, y],
        [x + 40, y + 52],
        [x + 12, y + 40],
        [x - 8, y + 58],
        [x - 38, y + 50],
      ],
      { fill: '#fff', opacity: '0.75' },
    )
    return (
      polygon(
        [
          [x - 190, 420],
          [x, y],
          [x + 190, 420],
        ],
        { fill },
      ) + snow
    )
  })
  return peaks.join('')
}

function hills(by: Artist, name: string, level: number, fill: string): string {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((index) => Math.round(level + by.number(`${name} ${index}`, -44, 44)))
  return path(`M0 ${a}C90 ${a - 60} 170 ${b + 40} 256 ${b}S430 ${c - 50} 512 ${c}V512H0Z`, { fill })
}

function tower(by: Artist, x: number, isNight: boolean): string {
  const roof = color(0.62, 0.19, by.hue + 190)
  const wall = isNight ? '#cfd2e4' : '#fbf8f0'
  const window = isNight ? '#ffd879' : color(0.45, 0.05, by.hue + 190)
  return [
    rect(x - 40, 236, 80, 220, { fill: wall }),
    rect(x + 10, 236, 30, 220, { fill: '#000', opacity: '0.1' }),
    path(`M${x} 96V150`, { stroke: wall, 'stroke-width': 8 }),
    polygon(
      [
        [x, 92],
        [x + 52, 110],
        [x, 130],
      ],
      { fill: color(0.85, 0.17, by.hue + 100) },
    ),
    polygon(
      [
        [x - 58, 240],
        [x, 136],
        [x + 58, 240],
      ],
      { fill: roof, stroke: roof, 'stroke-width': 8, 'stroke-linejoin': 'round' },
    ),
    rect(x - 13, 274, 26, 44, { rx: 13, fill: window }),
  ].join('')
}
