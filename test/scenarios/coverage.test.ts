import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coverageAnswer, type Coverage, type PartCount } from '../../src/game/design/coverage.ts'
import { startGame, type Game, type StepInput } from '../../src/testing/testing.ts'
import {
  achievement,
  action,
  add,
  custom,
  levels,
  played,
  point,
  rule,
  score,
  set,
  state,
} from '../support/design-parts.ts'
import { container, exclusive, parallel, sub, task } from '../support/process-parts.ts'
import { recurring, until } from '../support/quest-game.ts'

const process = (id: string, parts: object, more: object = {}) => ({ id, name: id, ...parts, ...more })

const crew = {
  id: 'crew',
  name: 'crew',
  permissions: [['sailor', {}]],
  creator_roles: ['sailor'],
  settings: { requires: score('xp', 'ge', 15) },
}

/** Something of every sort of part. */
const design = {
  metrics: [point('xp'), point('gold'), state('rank', 'Low', 'Mid', 'High'), set('badges', ['Fan', 'Pro'])],
  actions: [
    action('wave'),
    {
      ...action('like'),
      rules: [rule(score('xp', 'ge', 10), add('xp', '5')), rule({}, add('xp', '10', { probability: 1 }))],
      requires: { type: 'or', expression: [score('xp', 'lt', 1000), score('gold', 'ge', 1)] },
    },
  ],
  rules: [
    levels('ladder', 'xp', 'rank', ['Low', '100'], ['Mid', '1000'], ['High']),
    achievement('fan', 'badges', { Fan: '1' }, played('wave', 'ge', 2)),
    custom('bare', []),
    custom('gift', [add('gold', '1')]),
  ],
  processes: [
    process('dig', container([task('hole', { loop: '1', rewards: [recurring(add('xp', '1')), add('gold', '1')] })])),
    process('walk', container([task('go', { loop: '1' })], [exclusive('end')], 'go end')),
    process(
      'tour',
      container(
        [
          task('river', { rewards: [until('home', add('gold', '2'))] }),
          sub('cave', container([task('in'), task('out')], [], 'in out')),
          task('home'),
        ],
        [parallel('begin'), exclusive('way'), exclusive('back')],
        'begin way',
        'way river',
        'way cave',
        'river back',
        'cave back',
        'back home',
      ),
    ),
  ],
  teams: [crew],
}

const give = (metric: object, value: unknown): StepInput => ({
  request: 'PATCH /v2/admin/players/smith/scores',
  body: { rewards: [{ metric, verb: 'add', value }] },
})
const act = (id: string, refused?: string): StepInput => ({
  as: 'neo',
  action: id,
  ...(refused === undefined ? {} : { expect: { error: refused } }),
})
const perform = (process: string, trigger: string): StepInput => ({ as: 'neo', process: `neo/${process}`, trigger })
const begin = (definition: string, id = definition): StepInput => ({ as: 'neo', create: { process: id, definition } })

/** Steps in which everything is exercised; of those with a list, what is missing exactly when they are left out. */
const steps: readonly (readonly [step: StepInput, missing?: readonly string[]])[] = [
  [
    { as: 'neo', create: { team: 'a', definition: 'crew' }, expect: { error: 'forbidden' } },
    ['requirement metric of crew unmet'],
  ],
  [act('wave')],
  [act('wave'), ['rule fan', 'requirement action of fan met', 'item Fan of badges']],
  [act('like')],
  [act('like')],
  [{ as: 'neo', create: { team: 'a', definition: 'crew' } }, ['requirement metric of crew met']],
  [{ rule: 'bare', players: ['neo'] }, ['rule bare']],
  [{ rule: 'gift', players: ['smith'] }, ['rule gift', 'reward gold of gift']],
  [give({ id: 'xp', type: 'point' }, '500'), ['level Mid of ladder']],
  [give({ id: 'badges', type: 'set' }, { Pro: '1' }), ['item Pro of badges']],
  [{ request: 'PATCH /v2/admin/players/neo/scores', body: { rewards: [add('xp', '2000')] } }],
  [act('like', 'access_denied'), ['requirement metric of like unmet', 'requirement or of like unmet']],
  [{ request: 'PATCH /v2/admin/players/neo/scores', body: { rewards: [add('gold', '1')] } }],
  [act('like'), ['requirement metric of like met']],
  [begin('dig')],
  [perform('dig', 'hole')],
  [perform('dig', 'hole'), ['reward gold of dig']],
  [begin('walk')],
  [perform('walk', 'go')],
  [perform('walk', 'go'), ['flow go -> end of walk']],
  [begin('tour')],
  [perform('tour', 'river')],
  [perform('tour', 'home'), ['activity home of tour', 'reward gold of tour']],
  [begin('tour', 'other')],
  [perform('other', 'cave/in')],
  [perform('other', 'cave/out'), ['activity cave of tour', 'activity cave/out of tour', 'flow cave -> back of tour']],
]

let game: Game
beforeAll(async () => {
  game = await startGame({ design, now: '2030-01-06T12:00:00Z', frozen: true })
  for (const id of ['neo', 'smith']) await game.client.call('POST /v2/admin/players', { body: { id } })
  await game.snapshot('begin')
})
afterAll(() => game.stop())
beforeEach(async () => {
  await game.restore('begin')
  await coverage('DELETE')
})

async function coverage(method: 'GET' | 'DELETE' = 'GET'): Promise<Coverage> {
  return coverageAnswer().parse((await game.client.request(method, '/_gamify/coverage')).body)
}

const textOf = ({ kind, id, name, met }: PartCount): string =>
  [kind, name, ...(name === undefined ? [] : ['of']), id, ...(met === undefined ? [] : [met ? 'met' : 'unmet'])]
    .filter((word) => word !== undefined)
    .join(' ')

const missing = ({ parts }: Coverage): readonly string[] => parts.filter(({ count }) => count === 0).map(textOf)

describe('coverage', () => {
  test('is whole where everything is exercised, and nothing of it where nothing is', async () => {
    const before = await coverage()
    expect(before).toMatchObject({ covered: 0, percent: 0 })
    await game.play(steps.map(([step]) => step))
    const after = await coverage()
    expect(missing(after)).toEqual([])
    expect(after).toMatchObject({ covered: before.total, total: before.total, percent: 100 })
    expect(Object.keys(after.kinds).filter((kind) => after.kinds[kind as 'flow'].total === 0)).toEqual([])
  })

  const left = steps.flatMap(([step, parts], place) => (parts ? [{ place, step: JSON.stringify(step), parts }] : []))
  test.each(left)('lacks exactly what was left out with step $place, $step', async ({ place, parts }) => {
    await game.play(steps.filter((_, other) => other !== place).map(([step]) => step))
    const found = await coverage()
    expect([...missing(found)].toSorted()).toEqual([...parts].toSorted())
    expect(found.total - found.covered).toBe(parts.length)
  })

  test('stays where the game is put back, and begins anew where that is asked for', async () => {
    await game.play([act('wave')])
    await game.restore('begin')
    await game.play([act('wave')])
    const waves = (found: Coverage) => found.parts.find(({ kind, id }) => kind === 'action' && id === 'wave')?.count
    expect(waves(await coverage('DELETE'))).toBe(2)
    expect(waves(await coverage())).toBe(0)
  })

  test('counts what a refused play has judged, and nothing else of it; nor what is only shown', async () => {
    await game.play([{ request: 'PATCH /v2/admin/players/neo/scores', body: { rewards: [add('xp', '1000')] } }])
    await coverage('DELETE')
    await game.play([act('like', 'access_denied')])
    await game.client.call('GET /v2/runtime/actions', { as: 'neo' })
    const { parts } = await coverage()
    expect(parts.filter(({ count }) => count > 0).map(textOf)).toEqual([
      'requirement or of like unmet',
      'requirement metric of like unmet',
      'requirement metric of like unmet',
    ])
  })
})
