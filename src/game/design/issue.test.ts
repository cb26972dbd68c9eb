import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showIssue } from './incompatibilities.ts'
import { issueId } from './issue.ts'

test('ids of issues fit in a path, and no two things share one', () => {
  const component = fc.stringMatching(/^[a-z][A-Za-z0-9_-]{0,5}$/)
  const part = fc.string({ unit: fc.constantFrom('a', 'A', '-', '_', '2', 'd', ' ', '/', '.', '💎', 'é') })
  fc.assert(
    fc.property(fc.tuple(component, part), fc.tuple(component, part), (one, other) => {
      const [first, second] = [issueId('item_removed', ...one), issueId('item_removed', ...other)]
      expect(first).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test.each([
  [
    ['badges', 'pro-fan'],
    ['badges-pro', 'fan'],
  ],
  [
    ['badges', ' '],
    ['badges', '_20_'],
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
