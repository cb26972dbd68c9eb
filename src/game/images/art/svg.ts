import { color } from './color.ts'

/** The side length of every picture, which is a square. */
export const SIDE = 512

/** The x and y coordinate of the centre of a picture. */
export const MIDDLE = SIDE / 2

/** The attributes of an element. Numbers are written with one decimal at most. */
export type Attributes = Readonly<Record<string, string | number>>

/** Returns an element. It escapes nothing, because no text here comes from outside. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${textOf(value)}"`)
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

const textOf = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : value

/** Returns a circle. */
export const circle = (cx: number, cy: number, r: number, more: Attributes): string =>
  element('circle', { cx, cy, r, ...more })

/** Returns an ellipse. */
export const ellipse = (cx: number, cy: number, rx: number, ry: number, more: Attributes): string =>
  element('ellipse', { cx, cy, rx, ry, ...more })

/** Returns a rectangle. */
export const rect = (x: number, y: number, width: number, height: number, more: Attributes): string =>
  element('rect', { x, y, width, height, ...more })

/** Returns a path. */
export const path = (d: string, more: Attributes): string => element('path', { d, ...more })

/** Returns a closed shape through some points. */
export const polygon = (points: readonly Point[], more: Attributes): string =>
  element('polygon', { points: points.map(([x, y]) => `${textOf(x)},${textOf(y)}`).join(' '), ...more })

/** Returns a group of elements with a transform. */
export const group = (transform: string, ...content: readonly string[]): string =>
  element('g', { transform }, content.join(''))

/** Coordinates from the upper left corner, to the right and downward. */
export type Point = readonly [x: number, y: number]

/** Returns the point at an angle (in degrees, clockwise from above) and a distance from a centre. */
export function around([x, y]: Point, angle: number, distance: number): Point {
  const radians = (angle * Math.PI) / 180
  return [x + distance * Math.sin(radians), y - distance * Math.cos(radians)]
}

/** Returns the corners of a regular polygon. The first one is above the centre. */
export function corners(centre: Point, count: number, radius: number): Point[] {
  return Array.from({ length: count }, (_, index) => around(centre, (360 * index) / count, radius))
}

/** Returns the attributes of a line with round ends and no fill. */
export const stroke = (paint: string, width: number): Attributes => ({
  fill: 'none',
  stroke: paint,
  'stroke-width': width,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
})

/** Returns a background whose hue changes slightly from one corner to the other, with light from above. */
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
