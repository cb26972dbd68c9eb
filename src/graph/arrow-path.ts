import type { PlacedEdge, Point } from './placed.ts'

/** Returns the path of an arrow, as the `d` of an SVG path. */
export function arrowPath({ points, rise }: Pick<PlacedEdge, 'points' | 'rise'>): string {
  return rise === undefined ? pathOf(points) : loopOf(points, rise)
}

/** Returns a path of horizontal lines between points of the same height, and of curves otherwise. */
function pathOf(points: readonly Point[]): string {
  const parts = points.map(({ x, y }, i) => {
    const here = `${round(x)} ${round(y)}`
    const before = points[i - 1]
    if (before === undefined) return `M${here}`
    if (before.y === y) return `H${round(x)}`
    const middle = round((before.x + x) / 2)
    return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${here}`
  })
  return parts.join('')
}

/** Returns an arc above its ends. */
function loopOf([from = { x: 0, y: 0 }, to = from]: readonly Point[], rise: number): string {
  // A curve rises to three quarters of the height of its control points.
  const top = round(from.y - (rise * 4) / 3)
  const [left, right] = [round(from.x - rise), round(to.x + rise)]
  return `M${round(from.x)} ${round(from.y)}C${left} ${top} ${right} ${top} ${round(to.x)} ${round(to.y)}`
}

const round = (value: number): number => Math.round(value * 10) / 10
