import { FACT } from './node-size.ts'
import type { PlacedNode, Point } from './placed.ts'

/** How far the sign of a gateway reaches from its middle. */
const ARM = { parallel: 8.5, exclusive: 6.5 } as const

/** The diamond of a gateway and the sign in it, each as the `d` of an SVG path, and its title below. */
export interface GatewayShape {
  readonly outline: string
  readonly sign: string
  /** The lines of the title. `x` is their middle, `y` the baseline. */
  readonly title: readonly (Point & { readonly text: string })[]
}

/** Returns the shape of a gateway; undefined for any other node. */
export function gatewayShape({ node: { kind }, size, x, y }: PlacedNode): GatewayShape | undefined {
  if (kind !== 'parallel' && kind !== 'exclusive') return undefined
  const r = size.shapeWidth / 2
  const at = (right: number, down: number): string => `${round(x + right)} ${round(y + down)}`
  const arm = ARM[kind]
  const sign =
    kind === 'parallel'
      ? `M${at(-arm, 0)}L${at(arm, 0)}M${at(0, -arm)}L${at(0, arm)}`
      : `M${at(-arm, -arm)}L${at(arm, arm)}M${at(-arm, arm)}L${at(arm, -arm)}`
  return {
    outline: `M${at(0, -r)}L${at(r, 0)}L${at(0, r)}L${at(-r, 0)}Z`,
    sign,
    title: size.title.map((text, i) => ({ text, x, y: y + r + FACT.size + 3 + i * FACT.line })),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
