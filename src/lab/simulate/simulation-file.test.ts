import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/properties/runs.ts'
import { launch, launchDesign } from '../../../test/support/launch-simulation.ts'
import { pathText, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { parseSimulation } from './simulation-file.ts'
import type { Simulation } from './simulation.ts'

const read = (value: unknown, days?: number) => parseSimulation(value, launchDesign, { id: 'first', days })

function simulationOf(value: unknown, days?: number): Simulation {
  const parsed = read(value, days)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.simulation
}

const problems = (value: unknown): readonly PathProblem[] => {
  const parsed = read(value)
  return 'problems' in parsed ? parsed.problems : []
}

const texts = (value: unknown): readonly string[] =>
  problems(value).map(({ path, message }) => `${pathText(path)}: ${message}`)

const idle = { sessions: 1, plays: 1, choices: [{ nothing: true }] }
const small = { groups: [{ persona: 'idle', players: 1 }], personas: { idle } }

/** A simulation with one persona of these choices. */
const choosing = (...choices: readonly object[]) => ({ ...small, personas: { idle: { ...idle, choices } } })
const behaving = (more: object) => ({ ...small, personas: { idle: { ...idle, ...more } } })
const expecting = (...expect: readonly unknown[]) => ({ ...small, expect })

describe('a simulation file', () => {
  test('is read as the documents have it', () => {
    expect(simulationOf(launch)).toEqual({
      id: 'launch',
      name: 'The first month',
      days: 30,
      from: '2030-01-07',
      groups: [
        { persona: 'casual', players: 900, joinsOverDays: 10 },
        { persona: 'grinder', players: 100, joinsOverDays: 1 },
      ],
      personas: {
        casual: {
          id: 'casual',
          sessions: { kind: 'mean', mean: 0.8 },
          hours: [17, 23],
          plays: { kind: 'between', low: 2, high: 9 },
          pauseS: 20,
          choices: [
            { kind: 'action', action: 'like', weight: 6, count: 1, scopes: [], variables: {} },
            {
              kind: 'action',
              action: 'answer',
              weight: 2,
              count: 1,
              scopes: [],
              variables: { votes: { kind: 'between', low: 0, high: 9 } },
            },
            { kind: 'process', process: 'tour', weight: 1 },
            { kind: 'team', team: 'guild', weight: 0.2 },
          ],
          greedy: undefined,
          leavesPerDay: 0.02,
          leavesWithoutProgress: 7,
        },
        grinder: {
          id: 'grinder',
          sessions: { kind: 'exactly', count: 3 },
          hours: [8, 23],
          plays: { kind: 'exactly', count: 20 },
          pauseS: 20,
          choices: [
            { kind: 'action', action: 'like', weight: 1, count: 1, scopes: [], variables: {} },
            {
              kind: 'action',
              action: 'answer',
              weight: 1,
              count: 1,
              scopes: [],
              variables: { votes: { kind: 'fixed', value: 9 } },
            },
          ],
          greedy: 'xp',
          leavesPerDay: 0,
          leavesWithoutProgress: Infinity,
        },
      },
      expect: launch.expect,
    })
  })

  test('has defaults for what it does not state', () => {
    expect(simulationOf(small)).toEqual({
      id: 'first',
      name: undefined,
      days: 30,
      from: '2030-01-07',
      groups: [{ persona: 'idle', players: 1, joinsOverDays: 1 }],
      personas: {
        idle: {
          id: 'idle',
          sessions: { kind: 'mean', mean: 1 },
          hours: [8, 23],
          plays: { kind: 'mean', mean: 1 },
          pauseS: 20,
          choices: [{ kind: 'nothing', weight: 1 }],
          greedy: undefined,
          leavesPerDay: 0,
          leavesWithoutProgress: Infinity,
        },
      },
      expect: [],
    })
  })

  test.each([
    [
      { hours: [22, 4], pause: 0 },
      { hours: [22, 4], pauseS: 0 },
    ],
    [
      { hours: [0, 24], strategy: 'weighted' },
      { hours: [0, 24], greedy: undefined },
    ],
    [
      { sessions: { weekdays: [1, 1, 1, 1, 1, 0, 0.5] } },
      { sessions: { kind: 'weekdays', means: [1, 1, 1, 1, 1, 0, 0.5] } },
    ],
    [{ plays: 4.5 }, { plays: { kind: 'mean', mean: 4.5 } }],
  ])('can say of a persona: %j', (more, compiled) => {
    expect(simulationOf(behaving(more)).personas['idle']).toMatchObject(compiled)
  })

  test('takes the values of variables and the scopes of a play', () => {
    const ask = {
      action: 'ask',
      count: 3,
      scopes: [{ id: 'best/a' }, { id: 'match/b', entity_id: 'owls' }, { id: 'c' }],
      variables: { text: { one_of: ['x', 'y'] }, topic: 'cats' },
    }
    expect(simulationOf(choosing(ask)).personas['idle']?.choices).toEqual([
      {
        kind: 'action',
        weight: 1,
        ...ask,
        variables: { text: { kind: 'one_of', values: ['x', 'y'] }, topic: { kind: 'fixed', value: 'cats' } },
      },
    ])
  })

  test('expects on the last day if an expectation states no day, also if the run has other days', () => {
    const value = expecting({ active: true, share: { min: 0 } }, { metric: 'worth', of: 'mean', min: 0 })
    expect(simulationOf(value).expect.map((each) => 'day' in each && each.day)).toEqual([30, 30])
    expect(simulationOf(value, 5)).toMatchObject({ days: 5, expect: [{ day: 5 }, { day: 5 }] })
    expect(simulationOf(expecting({ metric: 'xp', day: 30, of: 'mean', min: 0 }), 5).expect).toMatchObject([
      { day: 30 },
    ])
  })

  test('can name processes, and items that contain a colon', () => {
    const reach = [
      { reach: 'process:tour', by_day: 7, share: { min: 0.1 } },
      { reach: 'badges:Fan: a true one', median_plays: { max: 9 } },
      { flow: 'badges:Fan: a true one', of: 'given', min: 1 },
    ]
    expect(simulationOf(expecting(...reach)).expect).toEqual(reach)
  })
})

describe('the problems of a simulation file', () => {
  const anyDate = 'expected a date such as "2030-01-07", from 1970-01-02 to the end of 9999'

  test.each<[unknown, readonly string[]]>([
    [null, [': expected object, found null']],
    [{ ...small, dyas: 3 }, [`dyas: unknown field 'dyas' (did you mean 'days'?)`]],
    [{ personas: { idle } }, ['groups: missing; expected array']],
    [{ ...small, groups: [] }, ['groups: expected at least 1 item']],
    [{ ...small, groups: [{ persona: 'idle', players: 0 }] }, ['groups.0.players: expected a number of at least 1']],
    [
      { ...small, groups: [{ persona: 'idel', players: 1 }] },
      [`groups.0.persona: unknown persona 'idel' (did you mean 'idle'?)`],
    ],
    [
      { ...small, groups: [...small.groups, { persona: 'idle', players: 1_000_000 }] },
      ['groups: expected at most 1000000 players in all groups, found 1000001'],
    ],
    [
      { ...small, groups: [{ ...small.groups[0], joins: { over_days: 0 } }] },
      ['groups.0.joins.over_days: expected a number of at least 1'],
    ],
    [{ ...small, days: 0 }, ['days: expected a number of at least 1']],
    [{ ...small, days: 3651 }, ['days: expected a number of at most 3650']],
    [
      { ...small, personas: { ...small.personas, 'a\nb': idle } },
      [expect.stringMatching(/^personas\.a\\nb: expected an id/)],
    ],
    [{ ...small, from: '2030-02-29' }, [`from: ${anyDate}`]],
    [{ ...small, from: '2030-01-07T00:00:00Z' }, [`from: ${anyDate}`]],
    [{ ...small, from: '1960-01-07' }, [`from: ${anyDate}`]],
    [
      { ...small, from: '9999-12-10' },
      ['from: expected a date from 1970-01-02 on, with 30 days before the end of 9999'],
    ],
    [
      { ...small, from: '1970-01-01' },
      ['from: expected a date from 1970-01-02 on, with 30 days before the end of 9999'],
    ],
    [
      { ...small, personas: { ...small.personas, '1st': idle } },
      ['personas.1st: expected an id: a letter, then up to 63 letters, digits, _ or -'],
    ],
    [
      { ...small, personas: { ...small.personas, [`a${'0'.repeat(56)}`]: idle } },
      [`personas.a${'0'.repeat(56)}: expected at most 56 characters`],
    ],
  ])('as a whole: %j', (value, expected) => {
    expect(texts(value)).toEqual(expected)
  })

  test.each<[object, string, string]>([
    [
      { sessions: undefined },
      'sessions',
      'missing; expected a mean such as 0.8, { "exactly": 3 }, or { "weekdays": [...] } with seven means from Monday on',
    ],
    [{ sessions: -1 }, 'sessions', 'expected a number of at least 0'],
    [{ sessions: { exact: 3 } }, 'sessions.exact', `unknown field 'exact' (did you mean 'exactly'?)`],
    [
      { sessions: { between: [1, 2] } },
      'sessions',
      'expected a mean such as 0.8, { "exactly": 3 }, or { "weekdays": [...] } with seven means from Monday on',
    ],
    [{ sessions: { exactly: 1.5 } }, 'sessions.exactly', 'expected whole number, found 1.5'],
    [{ sessions: { weekdays: [1, 2] } }, 'sessions.weekdays', 'expected seven means, from Monday on'],
    [{ sessions: { exactly: 1, weekdays: [1] } }, 'sessions.weekdays', `expected only one of 'exactly' and 'weekdays'`],
    [{ hours: [8, 25] }, 'hours.1', 'expected a number of at most 24'],
    [{ hours: [8] }, 'hours', 'expected at least 2 items'],
    [{ hours: [8, 8] }, 'hours', 'expected two different hours'],
    [{ plays: 0.5 }, 'plays', 'expected a number of at least 1'],
    [{ plays: { exactly: 0 } }, 'plays.exactly', 'expected a number of at least 1'],
    [{ plays: { between: [9, 2] } }, 'plays.between', 'expected the lower number first'],
    [{ pause: 0.5 }, 'pause', 'expected whole number, found 0.5'],
    [{ pause: -1 }, 'pause', 'expected a number of at least 0'],
    [{ choices: [] }, 'choices', 'expected at least 1 item'],
    [{ strategy: 'greedy' }, 'strategy', 'expected "weighted", or { "greedy": "<point metric>" }'],
    [{ strategy: 5 }, 'strategy', 'expected "weighted", or { "greedy": "<point metric>" }'],
    [{ strategy: { greedy: 'px' } }, 'strategy.greedy', `unknown metric 'px' (did you mean 'xp'?)`],
    [{ strategy: { greedy: 'rank' } }, 'strategy.greedy', `metric 'rank' is of type state; expected a point metric`],
    [{ leaves: { per_day: 2 } }, 'leaves.per_day', 'expected a number of at most 1'],
    [{ leaves: { without_progress: 0 } }, 'leaves.without_progress', 'expected a number of at least 1'],
    [{ pauses: 3 }, 'pauses', `unknown field 'pauses' (did you mean 'pause'?)`],
  ])('in a persona: %j', (more, path, message) => {
    expect(texts(behaving(more))).toEqual([`personas.idle.${path}: ${message}`])
  })

  test.each<[object, string, string]>([
    [{}, '', `expected a choice: an object with 'action', 'process', 'team' or 'nothing'`],
    [{ acton: 'like' }, '.acton', `unknown field 'acton' (did you mean 'action'?)`],
    [{ action: 'lkie' }, '.action', `unknown action 'lkie' (did you mean 'like'?)`],
    [{ process: 'tuor' }, '.process', `unknown process 'tuor' (did you mean 'tour'?)`],
    [{ team: 'gild' }, '.team', `unknown team 'gild' (did you mean 'guild'?)`],
    [{ process: 'tour', team: 'guild' }, '.team', `expected only one of 'process' and 'team'`],
    [{ nothing: false }, '.nothing', 'expected true'],
    [{ team: 'guild', weight: 0 }, '.weight', 'expected a weight above 0'],
    [{ team: 'guild', count: 2 }, '.count', `unknown field 'count'; with 'team', expected only 'weight'`],
    [{ action: 'like', count: 0 }, '.count', 'expected a number of at least 1'],
    [{ action: 'like', wieght: 2 }, '.wieght', `unknown field 'wieght' (did you mean 'weight'?)`],
    [{ action: 'like', variables: { vote: 1 } }, '.variables.vote', `the action 'like' has no variable 'vote'`],
    [{ action: 'answer' }, '.variables', `the variable 'votes' of type int is required`],
    [
      { action: 'answer', variables: { votes: 'x' } },
      '.variables.votes',
      `expected the variable 'votes' to be of type int`,
    ],
    [{ action: 'answer', variables: { votes: 1.5 } }, '.variables.votes', 'expected a text or a whole number'],
    [
      { action: 'answer', variables: { votes: { between: [1] } } },
      '.variables.votes.between',
      'expected at least 2 items',
    ],
    [
      { action: 'answer', variables: { votes: { one_of: [1, 'x'] } } },
      '.variables.votes.one_of.1',
      `expected the variable 'votes' to be of type int`,
    ],
    [{ action: 'ask', variables: { text: 5 } }, '.variables.text', `expected the variable 'text' to be of type string`],
    [
      { action: 'ask', variables: { text: { between: [1, 2] } } },
      '.variables.text.between',
      `expected the variable 'text' to be of type string`,
    ],
    [
      { action: 'like', scopes: [{ id: 'bset/a' }] },
      '.scopes.0.id',
      `unknown leaderboard 'bset' (did you mean 'best'?)`,
    ],
    [
      { action: 'like', scopes: [{ id: 'top/a' }] },
      '.scopes.0.id',
      `the leaderboard 'top' is not custom, so it has no scopes`,
    ],
    [
      { action: 'like', scopes: [{ id: 'match/a' }] },
      '.scopes.0',
      `the leaderboard 'match' ranks teams; expected the 'entity_id' of a team`,
    ],
    [
      { action: 'like', scopes: [{ id: 'a b' }] },
      '.scopes.0.id',
      `'a b' is not a valid scope id: expected up to 64 letters, digits, _ or -`,
    ],
  ])('in a choice: %j', (choice, path, message) => {
    expect(texts(choosing(choice))).toEqual([`personas.idle.choices.0${path}: ${message}`])
  })

  test('suggests the variable that an author misspelt', () => {
    expect(texts(choosing({ action: 'answer', variables: { vots: 1 } }))).toEqual([
      `personas.idle.choices.0.variables.vots: the action 'answer' has no variable 'vots' (did you mean 'votes'?)`,
      `personas.idle.choices.0.variables: the variable 'votes' of type int is required (the play has 'vots' instead)`,
    ])
  })

  test('are all reported, also those in a part with another mistake', () => {
    const value = {
      ...small,
      groups: [{ persona: 'idel', players: 0 }],
      personas: { idle: { ...idle, sessions: 'many', choices: [{ action: 'lkie', wieght: 2 }, { team: 'gild' }] } },
      expect: [
        { reach: 'rank:Glod', share: {} },
        { metric: 'coin', day: 31 },
      ],
    }
    expect(texts(value).toSorted()).toEqual(
      [
        `expect.0.reach: metric 'rank' has no state 'Glod' (did you mean 'Gold'?)`,
        `expect.0.share: expected 'min', 'max' or both`,
        'expect.1.day: expected a day from 1 to 30',
        `expect.1.metric: unknown metric 'coin' (did you mean 'coins'?)`,
        `expect.1.of: missing; expected one of 'total', 'mean', 'p5', 'p25', 'median', 'p75', 'p95', 'gini'`,
        'groups.0.players: expected a number of at least 1',
        `groups.0.persona: unknown persona 'idel' (did you mean 'idle'?)`,
        `personas.idle.choices.0.action: unknown action 'lkie' (did you mean 'like'?)`,
        `personas.idle.choices.0.wieght: unknown field 'wieght' (did you mean 'weight'?)`,
        `personas.idle.choices.1.team: unknown team 'gild' (did you mean 'guild'?)`,
        'personas.idle.sessions: expected number, found string',
      ].toSorted(),
    )
  })

  test('are counted if there are more than a hundred', () => {
    const found = texts(choosing(...Array.from({ length: 130 }, () => ({ action: 'lkie' }))))
    expect([found.length, found.at(-1)]).toEqual([101, ': 30 more problems'])
  })
})

/** The paths to all values within a value. */
function pathsIn(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return []
  const parts: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((part: unknown, i) => [i, part] as const)
    : Object.entries(value)
  return parts.flatMap(([step, part]) => [[step], ...pathsIn(part).map((rest) => [step, ...rest])])
}

/** A copy with another value at a path. */
function withAt(value: unknown, [step, ...rest]: readonly (string | number)[], next: unknown): unknown {
  if (step === undefined) return next
  const part = withAt((value as Record<string | number, unknown>)[step], rest, next)
  return Array.isArray(value) ? value.with(step as number, part) : { ...(value as object), [step]: part }
}

describe('a simulation file with one wrong value', () => {
  test.each(pathsIn(launch).map((path) => [path.join('.'), path] as const))('has one problem, at %s', (_, path) => {
    expect(problems(withAt(launch, path, true)).map((problem) => problem.path)).toEqual([path])
  })

  test('is never more than refused, whatever the value is', () => {
    const place = fc.constantFrom(...pathsIn(launch))
    fc.assert(
      fc.property(place, fc.jsonValue(), (path, value) => {
        const parsed = read(withAt(launch, path, value))
        if ('problems' in parsed) expect(parsed.problems).not.toEqual([])
      }),
      runs(300),
    )
  })
})
