import { color } from './color.ts'

/** Every picture is a square with sides of this length. */
export const SIDE = 512

/** The middle of a picture, both ways. */
export const MIDDLE = SIDE / 2

/** An attribute of an element: a text, or a length that is written with one decimal. */
export type Attributes = Readonly<Record<string, string | number>>

/** An element with what is in it; nothing here comes from outside, so nothing is escaped. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${textOf(value)}"`)
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

const textOf = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : value

export const circle = (cx: number, cy: number, r: number, more: Attributes): string =>
  element('circle', { cx, cy, r, ...more })

export const ellipse = (cx: number, cy: number, rx: number, ry: number, more: Attributes): string =>
  element('ellipse', { cx, cy, rx, ry, ...more })

export const rect = (x: number, y: number, width: number, height: number, more: Attributes): string =>
  element('rect', { x, y, width, height, ...more })

export const path = (d: string, more: Attributes): string => element('path', { d, ...more })

/** A closed shape through points. */
export const polygon = (points: readonly Point[], more: Attributes): string =>
  element('polygon', { points: points.map(([x, y]) => `${textOf(x)},${textOf(y)}`).join(' '), ...more })

export const group = (transform: string, ...content: readonly string[]): string =>
  element('g', { transform }, content.join(''))

/** Where something is: right and down from the corner at the left and above. */
export type Point = readonly [x: number, y: number]

/** The point at an angle (degrees, clockwise from above) and a distance from a centre. */
export function around([x, y]: Point, angle: number, distance: number): Point {
  const radians = (angle * Math.PI) / 180
  return [x + distance * Math.sin(radians), y - distance * Math.cos(radians)]
}

/** The corners of a regular polygon, the first one above its centre. */
export function corners(centre: Point, count: number, radius: number): Point[] {
  return Array.from({ length: count }, (_, index) => around(centre, (360 * index) / count, radius))
}

/** A line as wide as `width` with round ends, nothing inside. */
export const stroke = (paint: string, width: number): Attributes => ({
  fill: 'none',
  stroke: paint,
  'stroke-width': width,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
})

/** The whole square in a hue that turns a little from one corner to the other, with light from above. */
export function backdrop(hue: number, lightness = 0.8, chroma = 0.1): string {
  const stops =
    element('stop', { offset: '0', 'stop-color': color(lightness + 0.07, chroma * 0.85, hue - 12) }) +
    element('stop', { offset: '1', 'stop-color': color(lightness - 0.1, chroma * 1.15, hue + 32) })
  const gradient = element('linearGradient', { id: 'backdrop', x1: '0', y1: '0', x2: '1', y2: '1' }, stops)
  return (
    element('defs', {}, gradient) +
    rect(0, 0, SIDE, SIDE, { fill: 'url(#backdrop)' }) +
    circle(40, 0, 400, { fill: '#fff', opacity: '0.1' })
  )
}
