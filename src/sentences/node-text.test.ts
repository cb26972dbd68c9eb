import { expect, test } from 'vitest'
import { nodeText } from './node-text.ts'

const writer = 'http://10.0.0.5:4040'

test.each([
  [{ name: 'n1', role: 'writer', position: 7, writer }, 'node n1 (writer)'],
  [{ name: 'n2', role: 'follower', position: 7, writer }, `node n2 (follower of ${writer})`],
  [{ name: 'n2', role: 'follower', position: 7 }, 'node n2 (follower, no writer)'],
  [{ name: 'n\u001b[2J', role: 'writer', position: 7 }, String.raw`node n\u{1b}[2J (writer)`],
] as const)('%j is %s', (node, text) => {
  expect(nodeText(node)).toBe(text)
})
