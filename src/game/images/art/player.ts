import type { Artist } from './artist.ts'
import { color } from './color.ts'
import { backdrop, circle, ellipse, group, MIDDLE, path, polygon, rect, stroke } from './svg.ts'

/** The colours of a creature. */
interface Paints {
  readonly skin: string
  readonly shade: string
  readonly pale: string
  readonly clothes: string
  readonly accent: string
  readonly ink: string
  readonly tongue: string
}

/** Draws a small creature that faces the viewer. Its head, ears, eyes, mouth and colours depend on the player. */
export function drawPlayer(by: Artist): string {
  const hue = by.hue + by.pick('contrast', [110, 150, 180, 210, 250])
  const paints: Paints = {
    skin: color(0.74, 0.15, hue),
    shade: color(0.63, 0.15, hue + 6),
    pale: color(0.86, 0.08, hue - 8),
    clothes: color(0.46, 0.12, by.hue + 20),
    accent: color(0.85, 0.15, hue + 150),
    ink: color(0.24, 0.05, hue),
    tongue: color(0.68, 0.18, 15),
  }
  const choose = (choice: string, parts: readonly [Part, ...Part[]]): string => by.pick(choice, parts)(paints)
  return [
    backdrop(by.hue),
    choose('clothes', clothes),
    choose('top', tops),
    choose('head', heads),
    choose('marks', marks),
    choose('eyes', eyes),
    choose('mouth', mouths),
  ].join('')
}

type Part = (paints: Paints) => string

/** Draws a shape on the left and its mirror image on the right. */
const pair = (drawn: string): string => drawn + group(`translate(${2 * MIDDLE} 0) scale(-1 1)`, drawn)

const shoulders = ({ clothes: fill }: Paints): string => ellipse(256, 560, 190, 150, { fill })

const clothes: readonly [Part, ...Part[]] = [
  shoulders,
  (paints) => shoulders(paints) + path('M196 424Q256 478 316 424', stroke(paints.accent, 22)),
  (paints) => shoulders(paints) + pair(path('M180 410L256 512', stroke(paints.accent, 20))),
  (paints) => shoulders(paints) + circle(256, 462, 20, { fill: paints.accent }),
]

const heads: readonly [Part, ...Part[]] = [
  ({ skin }) => circle(256, 262, 158, { fill: skin }),
  ({ skin }) => rect(104, 116, 304, 292, { rx: 104, fill: skin }),
  ({ skin }) => ellipse(256, 262, 142, 168, { fill: skin }),
  ({ skin }) => ellipse(256, 270, 176, 142, { fill: skin }),
  ({ skin }) =>
    path('M256 100C346 100 392 178 400 272C408 366 344 416 256 416C168 416 104 366 112 272C120 178 166 100 256 100Z', {
      fill: skin,
    }),
  ({ skin }) =>
    polygon(
      [
        [256, 116],
        [382, 188],
        [382, 336],
        [256, 408],
        [130, 336],
        [130, 188],
      ],
      { fill: skin, stroke: skin, 'stroke-width': 44, 'stroke-linejoin': 'round' },
    ),
]

const tops: readonly [Part, ...Part[]] = [
  ({ shade, pale }) =>
    pair(
      polygon(
        [
          [120, 196],
          [136, 62],
          [236, 132],
        ],
        { fill: shade, stroke: shade, 'stroke-width': 24, 'stroke-linejoin': 'round' },
      ) +
        polygon(
          [
            [142, 160],
            [150, 96],
            [196, 130],
          ],
          { fill: pale },
        ),
    ),
  ({ shade, pale }) => pair(circle(138, 140, 60, { fill: shade }) + circle(138, 140, 32, { fill: pale })),
  ({ shade, pale }) =>
    pair(
      ellipse(192, 94, 36, 92, { fill: shade, transform: 'rotate(-12 192 150)' }) +
        ellipse(192, 98, 16, 62, { fill: pale, transform: 'rotate(-12 192 150)' }),
    ),
  ({ shade, accent }) => path('M256 130V62', stroke(shade, 18)) + circle(256, 52, 28, { fill: accent }),
  ({ shade, accent }) =>
    pair(path('M200 140Q186 90 150 74', stroke(shade, 16)) + circle(146, 70, 22, { fill: accent })),
  ({ accent }) => pair(path('M128 190C76 160 78 98 104 66C112 108 150 122 196 124Z', { fill: accent })),
  ({ shade }) => path('M150 160C150 60 200 96 214 52C240 88 262 40 292 48C290 84 372 66 362 160Z', { fill: shade }),
  ({ accent }) =>
    path('M256 140C250 96 206 96 190 60C240 52 262 78 262 100C270 66 296 50 334 54C330 96 290 104 262 140Z', {
      fill: accent,
    }),
  ({ accent }) =>
    path('M168 132L156 36L212 82L256 24L300 82L356 36L344 132Z', {
      fill: accent,
      stroke: accent,
      'stroke-width': 14,
      'stroke-linejoin': 'round',
    }),
  () => '',
]

const marks: readonly [Part, ...Part[]] = [
  () => '',
  ({ pale }) => ellipse(256, 330, 88, 62, { fill: pale }),
  ({ accent }) => pair(ellipse(158, 314, 26, 17, { fill: accent, opacity: '0.75' })),
  ({ shade }) =>
    pair(
      circle(150, 300, 8, { fill: shade }) +
        circle(174, 320, 8, { fill: shade }) +
        circle(146, 328, 8, { fill: shade }),
    ),
  ({ shade }) => path('M228 134V164M256 126V170M284 134V164', stroke(shade, 14)),
]

const eye = (cx: number, cy: number, r: number, ink: string): string =>
  circle(cx, cy, r, { fill: '#fff' }) +
  circle(cx + 3, cy + 4, r * 0.56, { fill: ink }) +
  circle(cx + r * 0.26, cy - r * 0.18, r * 0.2, { fill: '#fff' })

const eyes: readonly [Part, ...Part[]] = [
  ({ ink }) => eye(196, 244, 40, ink) + eye(316, 244, 40, ink),
  ({ ink }) => eye(256, 232, 66, ink),
  ({ ink }) => pair(circle(200, 246, 22, { fill: ink }) + circle(207, 238, 7, { fill: '#fff' })),
  ({ ink }) => pair(path('M164 254Q196 212 228 254', stroke(ink, 15))),
  ({ ink }) => eye(180, 254, 30, ink) + eye(256, 222, 36, ink) + eye(332, 254, 30, ink),
  ({ ink }) =>
    pair(
      circle(194, 246, 46, { fill: '#fff', stroke: ink, 'stroke-width': 13 }) + circle(200, 248, 18, { fill: ink }),
    ) + path('M240 240H272', stroke(ink, 13)),
  ({ ink, skin }) =>
    pair(
      circle(196, 246, 38, { fill: '#fff' }) +
        circle(202, 256, 20, { fill: ink }) +
        rect(150, 200, 92, 38, { fill: skin }) +
        path('M158 238H234', stroke(ink, 9)),
    ),
  ({ ink }) => path('M164 250Q194 212 224 250', stroke(ink, 15)) + eye(316, 244, 40, ink),
]

const mouths: readonly [Part, ...Part[]] = [
  ({ ink }) => path('M212 330Q256 366 300 330', stroke(ink, 14)),
  ({ ink, tongue }) =>
    path('M204 322H308C308 390 204 390 204 322Z', {
      fill: ink,
      stroke: ink,
      'stroke-width': 8,
      'stroke-linejoin': 'round',
    }) + ellipse(256, 362, 30, 14, { fill: tongue }),
  ({ ink }) =>
    path('M206 326Q256 370 306 326', stroke(ink, 13)) +
    path('M228 342L238 366L250 349ZM262 349L274 366L284 342Z', { fill: '#fff' }),
  ({ ink }) => ellipse(256, 340, 19, 23, { fill: ink }),
  ({ ink }) => path('M208 336Q220 320 232 336T256 336T280 336T304 336', stroke(ink, 12)),
  ({ ink, tongue }) =>
    path('M244 342Q246 386 270 384Q290 382 284 336Z', { fill: tongue }) +
    path('M214 330Q256 360 298 328', stroke(ink, 13)),
  ({ ink }) => path('M222 346Q268 356 300 322', stroke(ink, 14)),
  ({ ink }) =>
    path('M256 318V334M256 334Q236 362 210 344M256 334Q276 362 302 344', stroke(ink, 12)) +
    ellipse(256, 312, 18, 12, { fill: ink }),
]
