import type { ControlAnswer } from '../interface/control-answers.ts'
import { printable } from './printable.ts'

type ShownNode = NonNullable<ControlAnswer<'GET /_gamify/health'>['node']>

/** Describes the node of a game on several machines that one looks at: `node n2 (follower of http://10.0.0.5:4040)`. */
export function nodeText({ name, role, writer }: ShownNode): string {
  const of = writer === undefined ? 'follower, no writer' : `follower of ${printable(writer)}`
  return `node ${printable(name)} (${role === 'writer' ? 'writer' : of})`
}
