import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designOf, point, set, state } from '../../../test/support/design-parts.ts'
import { container, exclusive, task } from '../../../test/support/process-parts.ts'
import { CoverageCounts } from '../../emulator/coverage-counts.ts'
import type { Design } from '../../game/design/design.ts'
import type { DesignSource } from '../../game/design/source.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { isBroken, loadDesign } from '../../project/load-design.ts'
import { parseScriptFile } from '../../scripts/script-file.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { checkDesign, DEFAULT_RUNS, stepsToGoal, type CheckOutcome } from './check-design.ts'
import { isWatched } from './check.ts'
import { EndsSearch } from './ends-search.ts'
import { foundScript } from './found-script.ts'
import { movesOf } from './moves.ts'
import { parseChecks } from './parse-checks.ts'
import type { SearchStep } from './search-step.ts'
import { stepsToViolation } from './trial.ts'
import { Watch } from './watch.ts'

/** A design with a flaw, the check that it breaks, and how many steps show it at least. */
interface Planted {
  readonly parts: Partial<DesignSource>
  readonly check: object
  readonly steps: number
}

const reward = (metric: string, verb: 'add' | 'remove' | 'set', value: string, more: object = {}) => ({
  metric: { id: metric, type: 'point' },
  verb,
  value,
  ...more,
})
const item = (metric: string, name: string, more: object = {}) => ({
  metric: { id: metric, type: 'set' },
  verb: 'add',
  value: { [name]: '1' },
  ...more,
})
const act = (id: string, rewards: readonly object[], more: object = {}) =>
  ({ id, name: id, rules: [{ rewards, requires: {} }], ...more }) as never
const atLeast = (metric: string, value: string) => ({
  type: 'metric',
  context: { id: metric, type: 'point', operator: 'ge', value },
})
const holds = (metric: string, operator: string, value: string) => ({
  always: { type: 'var', context: { lhs: `$scores.${metric}`, operator, rhs: value } },
})
const coins = point('coins', { min: '-1000000000' })
const ladder = (...levels: readonly object[]) =>
  ({ id: 'ladder', name: 'Ladder', type: 'level', base_metric: 'xp', level_metric: 'rank', levels }) as never

/** A process that its creator begins as a guest, and whose hosts need keys. */
const twoLanes = (
  parts: Parameters<typeof container>,
  access: readonly string[] = ['PRIVATE', 'PUBLIC'],
): Partial<DesignSource> => ({
  metrics: [point('keys', { default: '1' })],
  processes: [
    {
      id: 'door',
      name: 'Door',
      lanes: [{ name: 'guest', default: true }, { name: 'host' }],
      settings: { access, max_active_global_instances: '1' },
      ...container(...parts),
    },
  ] as never,
})

/** Actions that have nothing to do with a flaw. */
const others = Array.from({ length: 4 }, (_, i) => act(`other-${i}`, []))

const planted: Readonly<Record<string, Planted>> = {
  'a refund is larger than the price': {
    parts: {
      metrics: [point('coins', { default: '10' })],
      actions: [
        act('buy', [reward('coins', 'remove', '10')], { requires: atLeast('coins', '10') }),
        act('refund', [reward('coins', 'add', '12')], { rate: [1, 86_400_000, 'FIXED'] }),
      ],
    },
    check: { at_most: { metric: 'coins', gain: 11, within: '1h' } },
    steps: 1,
  },
  'a rate is missing': {
    parts: { metrics: [point('xp')], actions: [act('like', [reward('xp', 'add', '10')])] },
    check: { at_most: { metric: 'xp', gain: 100, within: '1d' } },
    steps: 1,
  },
  'a level is out of reach': {
    parts: {
      metrics: [point('xp', { max: '100' }), state('rank', 'Bronze', 'Gold')],
      actions: [act('like', [reward('xp', 'add', '10')])],
      rules: [ladder({ rank: 'Bronze', threshold: '100' }, { rank: 'Gold' })],
    },
    check: { reachable: 'rank:Gold', within_plays: 100 },
    steps: 0,
  },
  'a level is reached too early by a variable without a bound': {
    parts: {
      metrics: [point('xp'), state('rank', 'Bronze', 'Gold')],
      actions: [
        act('vote', [reward('xp', 'add', '$vars.n')], { variables: [{ name: 'n', type: 'int', required: true }] }),
      ],
      rules: [ladder({ rank: 'Bronze', threshold: '1000' }, { rank: 'Gold' })],
    },
    check: { unreachable: 'rank:Gold', within_plays: 5 },
    steps: 1,
  },
  'a purchase has no requirement, so coins go below zero': {
    parts: {
      metrics: [coins],
      actions: [act('earn', [reward('coins', 'add', '5')]), act('buy', [reward('coins', 'remove', '3')])],
    },
    check: holds('coins', 'ge', '0'),
    steps: 1,
  },
  'a purchase of several costs more than its requirement asks for': {
    parts: {
      metrics: [coins],
      actions: [
        act('earn', [reward('coins', 'add', '5')], { rate: [1, 86_400_000, 'FIXED'] }),
        act('buy', [reward('coins', 'remove', '3')], { requires: atLeast('coins', '3') }),
      ],
    },
    check: holds('coins', 'ge', '0'),
    steps: 2,
  },
  'a set takes more of an item than it should': {
    parts: { metrics: [set('bag', ['Gem'])], actions: [act('dig', [item('bag', 'Gem')])] },
    check: { always: { type: 'metric', context: { id: 'bag', item: 'Gem', operator: 'le', value: '3' } } },
    steps: 1,
  },
  'a member of a team gets more than is meant': {
    parts: {
      metrics: [point('xp')],
      actions: [
        act('help', [reward('xp', 'add', '50')], {
          requires: { type: 'team', context: { definition: 'guild', role: 'captain' } },
          rate: [1, 86_400_000, 'FIXED'],
        }),
      ],
      teams: [{ id: 'guild', name: 'Guild', permissions: [['captain', {}]] }] as never,
    },
    check: holds('xp', 'lt', '50'),
    steps: 2,
  },
  'a daily rate begins again at midnight, not a day later': {
    parts: {
      metrics: [point('xp')],
      actions: [act('visit', [reward('xp', 'add', '10')], { rate: [1, 86_400_000, 'FIXED'] })],
    },
    check: { at_most: { metric: 'xp', gain: 10, within: '20h' } },
    steps: 4,
  },
  'a branch of a process leads into a loop without a way out': {
    parts: {
      processes: [
        {
          id: 'tour',
          name: 'Tour',
          ...container(
            [task('start'), task('end'), task('enter'), task('loop')],
            [exclusive('choose'), exclusive('merge')],
            'start choose',
            'choose end',
            'choose enter',
            'enter merge',
            'merge loop',
            'loop merge',
          ),
        },
      ] as never,
    },
    check: { ends: 'tour', within_plays: 20 },
    steps: 3,
  },
  'a process needs what a player cannot get back': {
    parts: {
      metrics: [point('keys', { default: '1' })],
      actions: [act('drop', [reward('keys', 'remove', '1')])],
      processes: [
        { id: 'door', name: 'Door', activities: [task('open', { requires: atLeast('keys', '1') })] },
      ] as never,
    },
    check: { ends: 'door', within_plays: 10 },
    steps: 2,
  },
  'a branch of a process with two lanes needs what no player in the other lane can have': {
    parts: twoLanes([
      [
        task('start', { lane: 'guest' }),
        task('leave', { lane: 'guest' }),
        task('enter', { lane: 'guest' }),
        task('open', { lane: 'host', requires: atLeast('keys', '2') }),
      ],
      [exclusive('choose', { lane: 'guest' })],
      'start choose',
      'choose leave',
      'choose enter',
      'enter open',
    ]),
    check: { ends: 'door', within_plays: 10 },
    steps: 3,
  },
  'only the first process of a player can be ended': {
    parts: {
      metrics: [set('badges', ['Traveller'])],
      processes: [
        {
          id: 'trip',
          name: 'Trip',
          ...container(
            [
              task('pack'),
              task('story', {
                requires: {
                  not: true,
                  type: 'metric',
                  context: { id: 'badges', item: 'Traveller', operator: 'ge', value: '1' },
                },
                rewards: [item('badges', 'Traveller')],
              }),
            ],
            [],
            'pack story',
          ),
        },
      ] as never,
    },
    check: { ends: 'trip', within_plays: 6 },
    steps: 4,
  },
  'the last task of a process is closed to who has played something three times': {
    parts: {
      actions: [act('start', [])],
      processes: [
        {
          id: 'trip',
          name: 'Trip',
          activities: [
            task('dinner', { requires: { type: 'action', context: { id: 'start', operator: 'lt', value: '3' } } }),
          ],
        },
      ] as never,
    },
    check: { ends: 'trip', within_plays: 6 },
    steps: 2,
  },
  'luck can be tried again': {
    parts: { metrics: [set('bag', ['Rare'])], actions: [act('spin', [item('bag', 'Rare', { probability: 0.2 })])] },
    check: { unreachable: 'bag:Rare', within_plays: 50 },
    steps: 7,
  },
  'a rare stroke of luck gives what should take a while': {
    parts: {
      metrics: [set('bag', ['Rare'])],
      actions: [act('spin', [item('bag', 'Rare', { probability: 0.001 })]), ...others],
    },
    check: { unreachable: 'bag:Rare', within_plays: 2 },
    steps: 1,
  },
  'a variable may be a little below zero': {
    parts: {
      metrics: [point('xp')],
      actions: [
        act('answer', [], {
          variables: [{ name: 'votes', type: 'int', required: true }],
          rules: [
            {
              rewards: [reward('xp', 'add', '15 + $vars.votes * 5')],
              requires: { type: 'var', context: { lhs: '$vars.votes', operator: 'ge', rhs: '-5' } },
            },
          ],
        }),
        ...Array.from({ length: 12 }, (_, i) => act(`like-${i}`, [reward('xp', 'add', `${37 * i + 5}`)])),
      ],
    },
    check: { never_falls: 'xp' },
    steps: 2,
  },
  'a badge for many plays can be had in one': {
    parts: {
      metrics: [set('bag', ['Fan'])],
      actions: [act('like', [])],
      rules: [
        {
          id: 'fan',
          name: 'Fan',
          type: 'achievement',
          metric: { id: 'bag' },
          items: [{ key: 'Fan', value: '1' }],
          requires: { type: 'action', context: { id: 'like', operator: 'ge', value: '37' } },
        },
      ] as never,
    },
    check: { unreachable: 'bag:Fan', within_plays: 40 },
    steps: 1,
  },
  'a daily visit costs something from the thirteenth one on': {
    parts: {
      metrics: [point('xp')],
      actions: [
        act('visit', [], {
          rate: [1, 86_400_000, 'FIXED'],
          rules: [
            { rewards: [reward('xp', 'add', '10')], requires: {} },
            {
              rewards: [reward('xp', 'remove', '15')],
              requires: { type: 'action', context: { id: 'visit', operator: 'ge', value: '12' } },
            },
          ],
        }),
        ...others,
      ],
    },
    check: { never_falls: 'xp' },
    steps: 25,
  },
  'a streak is lost on its thirtieth day': {
    parts: {
      metrics: [point('xp'), point('streak')],
      actions: [
        act('visit', [], {
          rate: [1, 86_400_000, 'FIXED'],
          rules: [
            { rewards: [reward('streak', 'add', '1'), reward('xp', 'add', '1')], requires: {} },
            { rewards: [reward('xp', 'set', '0')], requires: atLeast('streak', '30') },
          ],
        }),
        ...others,
      ],
    },
    check: { never_falls: 'xp' },
    steps: 61,
  },
  'a fee is due at a certain hour of a certain day from those who have enough': {
    parts: {
      metrics: [point('coins')],
      actions: [
        act('earn', [reward('coins', 'add', '1')]),
        act('rest', [], {
          rules: [
            {
              rewards: [reward('coins', 'remove', '1')],
              requires: {
                type: 'and',
                expression: [
                  { type: 'time', context: { func: 'day_of_month', operator: 'eq', value: '29' } },
                  { type: 'time', context: { func: 'hour_of_day', operator: 'eq', value: '3' } },
                  atLeast('coins', '10'),
                ],
              },
            },
          ],
        }),
        ...others,
      ],
    },
    check: { never_falls: 'coins' },
    steps: 3,
  },
  'a rare stroke of bad luck costs something': {
    parts: {
      metrics: [point('xp', { default: '5' })],
      actions: [act('spin', [reward('xp', 'remove', '1', { probability: 0.002 })]), ...others],
    },
    check: { never_falls: 'xp' },
    steps: 1,
  },
  'a rare stroke of bad luck costs something that had to be earned': {
    parts: {
      metrics: [coins],
      actions: [
        act('earn', [reward('coins', 'add', '3')]),
        act('spin', [], {
          rules: [
            { rewards: [reward('coins', 'add', '1')], requires: {} },
            { rewards: [reward('coins', 'remove', '5', { probability: 0.005 })], requires: atLeast('coins', '3') },
          ],
          rate: [1, 86_400_000, 'FIXED'],
        }),
        ...others,
      ],
    },
    check: { never_falls: 'coins' },
    steps: 2,
  },
  'two variables have one pair of values that takes points': {
    parts: {
      metrics: [point('xp')],
      actions: [
        act('answer', [], {
          variables: [
            { name: 'x', type: 'int', required: true },
            { name: 'y', type: 'int', required: true },
          ],
          rules: [
            { rewards: [reward('xp', 'add', '10')], requires: {} },
            {
              rewards: [reward('xp', 'remove', '25')],
              requires: {
                type: 'and',
                expression: [
                  { type: 'var', context: { lhs: '3 * $vars.x + 2 * $vars.y', operator: 'eq', rhs: '731' } },
                  { type: 'var', context: { lhs: '$vars.x - $vars.y', operator: 'eq', rhs: '72 + $scores.xp' } },
                ],
              },
            },
          ],
        }),
        ...others,
      ],
    },
    check: { never_falls: 'xp' },
    steps: 2,
  },
  'a penalty lowers what should only grow': {
    parts: {
      metrics: [point('xp')],
      actions: [act('win', [reward('xp', 'add', '5')]), act('fail', [reward('xp', 'remove', '2')])],
    },
    check: { never_falls: 'xp' },
    steps: 2,
  },
}

const game: GameInfo = { id: 'planted', name: 'planted', timezone: 'UTC', created: 0 } as never

async function searched({ parts, check }: Planted) {
  const design = designOf(parts)
  const parsed = parseChecks({ id: 'flaw', ...check }, design, '')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const settings = { design, game, zoneOffset: () => 0 }
  const checks = parsed.checks.map((each) => each.check)
  const now = () => performance.now()
  const { outcomes } = await checkDesign({ ...settings, checks, seed: 'check', runs: DEFAULT_RUNS, now })
  return { outcome: outcomes[0] as CheckOutcome, settings }
}

function flawOf(name: string): Planted {
  const flaw = planted[name]
  if (!flaw) throw new Error(`there is no flaw ${name}`)
  return flaw
}

async function templateDesign(template: string): Promise<Design> {
  const design = await loadDesign(nodeFileSystem(), join('templates', template, 'design'))
  if (isBroken(design)) throw new Error(`the template ${template} is broken`)
  return design
}

/** Returns a function that tells whether steps still show what an outcome shows. */
function showing({ outcome: { check, shown, stuck }, settings }: Awaited<ReturnType<typeof searched>>) {
  const own = {
    moves: movesOf(settings.design, [check], game.id),
    seed: 'check',
    coverage: new CoverageCounts(),
    finds: [],
  }
  return (steps: readonly SearchStep[]): boolean => {
    if (check.kind === 'reachable' || check.kind === 'unreachable')
      return stepsToGoal(check, settings, shown?.players[0] ?? '', steps) !== undefined
    if (isWatched(check))
      return stepsToViolation(settings, shown?.players ?? [], new Watch([check], settings.design), steps) !== undefined
    if (check.kind !== 'ends') throw new Error('a check of no kind')
    const ends = new EndsSearch(check, { ...settings, ...own })
    return ends.stuckAfter(steps) === stuck
  }
}

describe('a search finds', () => {
  test.each(Object.entries(planted))('%s', async (_, flaw) => {
    const found = await searched(flaw)
    const { outcome, settings } = found
    expect(outcome.holds).toBe(false)
    if (outcome.check.kind === 'reachable') return expect(outcome.missing).toEqual({ amount: 1, of: 'xp' })
    const steps = outcome.shown?.steps ?? []
    expect(steps).toHaveLength(flaw.steps)
    const shows = showing(found)
    expect(shows(steps)).toBe(true)
    for (const [i, step] of steps.entries()) {
      expect(shows(steps.toSpliced(i, 1))).toBe(false)
      if (!('action' in step) || !step.count) continue
      const { count, ...once } = step
      const fewer = count > 2 ? { ...once, count: count - 1 } : once
      expect(shows(steps.toSpliced(i, 1, fewer))).toBe(false)
    }
    expect(parseScriptFile(foundScript(outcome, settings))).not.toHaveProperty('problems')
    // The same seed finds the same.
    expect((await searched(flaw)).outcome.shown).toEqual(outcome.shown)
  })
})

const tour = (...names: readonly string[]): Partial<DesignSource> => ({
  processes: [{ id: 'tour', name: 'Tour', activities: names.map((name) => task(name)) }] as never,
})

describe('the script of', () => {
  test('a process that can be ended too soon expects that the one which ended is not completed', async () => {
    const parts = { ...tour('one'), actions: others }
    const { outcome, settings } = await searched({
      parts,
      check: { unreachable: 'process:tour', within_plays: 3 },
      steps: 0,
    })
    const begun = [1, 2].map((n) => ({ as: 'check-1', create: { process: `tour-${n}`, definition: 'tour' } }))
    const played = { as: 'check-1', process: 'check-1/tour-2', trigger: 'one' }
    const steps: readonly SearchStep[] = [...begun, played]
    const script = foundScript({ ...outcome, shown: { steps, players: ['check-1'], isShrunk: true } }, settings)
    expect(script?.steps.slice(-1)).toEqual([{ expect: { process: 'check-1/tour-2', not: 'COMPLETED' } }])
  })

  test('a process that cannot be ended tries its triggers once for each task, and says so', async () => {
    const { outcome, settings } = await searched(flawOf('a branch of a process leads into a loop without a way out'))
    const { name, steps = [] } = foundScript(outcome, settings) ?? {}
    expect(name).toBe('flaw: no play of its triggers ends it; each of its triggers is tried 4 times')
    const { steps: leading = [] } = outcome.shown ?? {}
    expect(steps).toHaveLength(1 + leading.length + 4 * 4 + 1)
    expect(steps.at(-1)).toMatchObject({ expect: { state: 'COMPLETED' } })
  })
})

describe('a search finds no flaw where', () => {
  test.each([['PUBLIC'], ['PROTECTED'], ['PRIVATE']])(
    'only another player than the creator of a %s process can play in one of its lanes',
    async (access) => {
      const knock = task('knock', { lane: 'guest', rewards: [reward('keys', 'remove', '1')] })
      const open = task('open', { lane: 'host', requires: atLeast('keys', '1') })
      const parts = twoLanes([[knock, open], [], 'knock open'], [access])
      const { outcome } = await searched({ parts, check: { ends: 'door', within_plays: 10 }, steps: 0 })
      expect([outcome.holds, outcome.shown?.steps, outcome.stuck]).toEqual([true, undefined, undefined])
    },
  )

  test.each([
    ['quest', 'expedition'],
    ['learning', 'trip'],
  ])('players of the template %s can always end %s', async (template, process) => {
    const { source: parts } = await templateDesign(template)
    const { outcome } = await searched({ parts, check: { ends: process, within_plays: 20 }, steps: 0 })
    expect(outcome).toMatchObject({ holds: true })
  })
})

describe('a search finds a way', () => {
  test.each([
    ['learning', 'badges:Full week', 60],
    ['learning', 'badges:Classmate', 4],
    ['quest', 'trophies:Crystal', 8],
  ])('in the template %s to %s', async (template, goal, plays) => {
    const { source: parts } = await templateDesign(template)
    const check = { reachable: goal, within_plays: plays }
    expect((await searched({ parts, check, steps: 0 })).outcome).toMatchObject({ holds: true })
  })

  test('for a player with the luck that it needs', async () => {
    const parts = {
      metrics: [set('bag', ['Rare'])],
      actions: [act('spin', [item('bag', 'Rare', { probability: 0.001 })]), ...others],
    }
    const { outcome, settings } = await searched({ parts, check: { reachable: 'bag:Rare', within_plays: 5 }, steps: 0 })
    const player = outcome.shown?.players[0]
    expect([outcome.holds, player]).toEqual([true, expect.stringMatching(/^lucky-/)])
    expect(foundScript(outcome, settings)?.steps.at(-1)).toEqual({ expect: { player, scores: { bag: { Rare: '1' } } } })
  })

  test('for one check, and uses it for others', async () => {
    const design = await templateDesign('starter')
    const goals = ['reachable', 'unreachable'].map((kind) => ({ id: kind, [kind]: 'rank:Gold', within_plays: 10 }))
    const parsed = parseChecks(goals, design, '')
    const checks = 'checks' in parsed ? parsed.checks.map(({ check }) => check) : []
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const now = () => performance.now()
      const { outcomes } = await checkDesign({ design, game, zoneOffset: () => 0, checks, seed, runs: 300, now })
      expect(outcomes.map(({ holds }) => holds)).toEqual([true, false])
    }
  })
})
