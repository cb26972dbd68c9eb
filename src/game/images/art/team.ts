import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { backdrop, circle, element, group, path, polygon, rect } from './svg.ts'
import { symbol } from './symbols.ts'

/** The outlines of a shield, around the centre of the picture. */
const shields = [
  'M256 92C300 120 352 130 400 128V250C400 338 340 398 256 436C172 398 112 338 112 250V128C160 130 212 120 256 92Z',
  'M116 112H396V260C396 350 330 400 256 432C182 400 116 350 116 260Z',
  'M256 84L404 168V344L256 428L108 344V168Z',
  'M256 90A168 168 0 1 1 255.9 90Z',
  'M126 100H386Q402 260 256 436Q110 260 126 100Z',
] as const

/** The divisions of a shield, drawn over the whole picture. None of them covers the centre. */
const divisions: readonly [(paint: string) => string, ...((paint: string) => string)[]] = [
  (fill) => rect(256, 0, 256, 512, { fill }),
  (fill) => rect(0, 262, 512, 250, { fill }),
  (fill) =>
    polygon(
      [
        [0, 512],
        [512, 0],
        [512, 512],
      ],
      { fill },
    ),
  (fill) => rect(256, 0, 256, 262, { fill }) + rect(0, 262, 256, 250, { fill }),
  (fill) => [40, 152, 264, 376].map((x) => rect(x + 32, 0, 56, 512, { fill })).join(''),
  (fill) =>
    polygon(
      [
        [256, 190],
        [512, 420],
        [512, 512],
        [0, 512],
        [0, 420],
      ],
      { fill },
    ),
  (fill) => rect(0, 0, 512, 178, { fill }),
  (fill) =>
    polygon(
      [
        [0, 60],
        [60, 0],
        [512, 452],
        [452, 512],
      ],
      { fill, 'stroke-width': 60, stroke: fill },
    ),
]

/** Draws a coat of arms: a shield in two colours with a symbol in the middle. */
export function drawTeam(by: Artist): string {
  const outline = by.pick('shield', shields)
  const second = by.hue + by.pick('second', [140, 180, 220, 35])
  const clip = element('clipPath', { id: 'shield' }, path(outline, {}))
  const field =
    rect(0, 0, 512, 512, { fill: color(0.52, 0.15, second) }) +
    by.pick('division', divisions)(color(0.63, 0.16, second + by.pick('third', [0, 30, -30])))
  return [
    backdrop(by.hue),
    element('defs', {}, clip),
    group(
      'translate(0 10)',
      path(outline, {
        fill: color(0.3, 0.06, by.hue),
        opacity: '0.25',
        stroke: color(0.3, 0.06, by.hue),
        'stroke-width': 34,
      }),
    ),
    path(outline, { fill: '#fff', stroke: '#fff', 'stroke-width': 34, 'stroke-linejoin': 'round' }),
    element('g', { 'clip-path': 'url(#shield)' }, field),
    circle(256, 252, 88, { fill: color(0.97, 0.02, second) }),
    symbol(by, [256, 252], 72, color(0.5, 0.15, second)),
  ].join('')
}
