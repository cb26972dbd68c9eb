import { expect, test } from 'vitest'
import { action, add, problemsOf, point, score } from '../../../test/support/design-parts.ts'

test.each<[string, object, string]>([
  ['an operator', { requires: { ...score('xp', 'ge', 1), context: { id: 'xp', operator: '>=', value: 1 } } }, 'ge'],
  ['the type of a variable', { variables: [{ name: 'n', type: 'number' }] }, 'int'],
  ['a verb', { rules: [{ rewards: [{ ...add('xp', '1'), verb: 'give' }] }] }, 'add'],
  ['the kind of a rate', { rate: [1, 86_400_000, 'DAILY'] }, 'FIXED'],
])('another name for %s suggests the one that the documents use', (_, more, meant) => {
  expect(problemsOf({ metrics: [point('xp')], actions: [{ ...action('play'), ...more }] })).toEqual([
    expect.stringContaining(`(did you mean '${meant}'?)`),
  ])
})
