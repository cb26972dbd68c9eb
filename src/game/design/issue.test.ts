import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showIssue } from './incompatibilities.ts'
import { issueId } from './issue.ts'

test('ids of issues fit in one segment of a path, and no two things share one', () => {
  const component = fc.stringMatching(/^[a-z][A-Za-z0-9_-]{0,5}$/)
  const part = fc.string({ unit: fc.constantFrom('a', 'A', '-', '_', '2', 'd', ' ', '/', '.', '~', '%', '💎', 'é') })
  fc.assert(
    fc.property(fc.tuple(component, part), fc.tuple(component, part), (one, other) => {
      const [first, second] = [issueId('item_removed', ...one), issueId('item_removed', ...other)]
      expect(first).toMatch(/^[\p{L}\p{N}_.~-]+$/u)
      expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test.each([
  ['metric_removed', ['xp'], 'metric_removed-xp'],
  ['metric_removed', ['daily-xp'], 'metric_removed-daily-xp'],
  ['item_removed', ['badges', 'Early Bird'], 'item_removed-badges-Early.Bird'],
  ['activity_removed', ['quest', 'first-steps'], 'activity_removed-quest-first-steps'],
  ['state_removed', ['rank', 'Élan_2'], 'state_removed-rank-Élan_2'],
  ['state_removed', ['rank', '学徒'], 'state_removed-rank-学徒'],
  ['item_removed', ['my-badges', '50%'], 'item_removed-my~2d~badges-50~25~'],
] as const)('%s of %j is %s', (code, [component, part], id) => {
  expect(issueId(code, component, part)).toBe(id)
})

test.each([
  [
    ['badges', 'pro-fan'],
    ['badges-pro', 'fan'],
  ],
  [
    ['badges', ' '],
    ['badges', '.'],
  ],
])('%j and %j have ids of their own', (one, other) => {
  const id = ([component = '', part]: string[]) => issueId('item_removed', component, part)
  expect(id(one)).not.toBe(id(other))
})

test('an issue suggests to drop, until a fix is chosen', () => {
  const issue = { id: 'metric_removed-xp', code: 'metric_removed', vars: { players: 1 } } as const
  expect(showIssue(issue, undefined)).toEqual({
    ...issue,
    is_resolved: false,
    fixes: [
      { id: 'drop', description: 'Drop the scores that players have in the metric' },
      {
        id: 'keep',
        description:
          'Keep the scores that players have in the metric hidden until you deploy a component with this id and type again',
      },
    ],
    apply: 'drop',
  })
  expect(showIssue(issue, 'keep')).toMatchObject({ is_resolved: true, apply: 'keep' })
})
