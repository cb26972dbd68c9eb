import { expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { newGame } from '../../game/game-state.ts'
import type { Player } from '../../game/players/player.ts'
import { judge } from '../../game/rules/judge.ts'
import { parseChecks } from './parse-checks.ts'
import { WatchedReading } from './reading.ts'
import { surelyHolds } from './surely-holds.ts'

const design = designOf({
  metrics: [point('xp', { default: '3' }), point('coins')],
  actions: [action('earn', [add('coins', '1')])],
})

const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
const leavesOf = (operator: string, not: boolean): readonly object[] => [
  { not, type: 'metric', context: { id: 'coins', operator, value: 5 } },
  { not, type: 'action', context: { id: 'earn', operator, value: 2 } },
  { not, type: 'var', context: { lhs: '$scores.coins', operator, rhs: '$scores.xp' } },
  { not, type: 'var', context: { lhs: '4', operator, rhs: '$scores.coins' } },
]
const leaves = operators.flatMap((operator) => [true, false].flatMap((not) => leavesOf(operator, not)))
const branches = leaves.flatMap((leaf, i) =>
  ['and', 'or'].map((type) => ({ type, expression: [leaf, leaves[(i + 5) % leaves.length]] })),
)

const playerWith = (coins: number | string, plays: number) =>
  ({ id: 'neo', scores: { 'p:coins': coins }, actions: { earn: { count: plays, plays } } }) as unknown as Player

test('a fast test agrees with the judgement of whole numbers, and leaves the others to it', () => {
  for (const always of [...leaves, ...branches]) {
    const parsed = parseChecks({ id: 'one', always }, design, '')
    const [check] = 'checks' in parsed ? parsed.checks.map((each) => each.check) : []
    if (check?.kind !== 'always') throw new Error(JSON.stringify(parsed))
    const holds = surelyHolds(check.requires, design.metrics)
    for (const coins of [0, 3, 4, 5, 6])
      for (const plays of [1, 2, 3]) {
        const player = playerWith(coins, plays)
        const judged = judge(check.requires, new WatchedReading(design).at(player, newGame('staging'), 0))
        expect(holds?.(player), JSON.stringify({ always, coins, plays })).toBe(judged)
      }
  }
  const parsed = parseChecks({ id: 'one', always: leavesOf('gt', false)[0] }, design, '')
  if ('problems' in parsed || parsed.checks[0]?.check.kind !== 'always') throw new Error(JSON.stringify(parsed))
  expect(surelyHolds(parsed.checks[0].check.requires, design.metrics)?.(playerWith('5.5', 1))).toBe(false)
})
