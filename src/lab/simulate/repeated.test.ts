import { describe, expect, test } from 'vitest'
import { dayRow, pointsRow, reached, sampleReport } from '../../../test/support/simulated-report.ts'
import { combineRuns, intervalOf } from './repeated.ts'
import type { GroupReport, SimulationReport } from './report.ts'
import type { Expectation } from './simulation.ts'

const run = (place: number, changes: Partial<SimulationReport> = {}): SimulationReport => ({
  ...sampleReport,
  random_seed: `gamify/${place}`,
  ...changes,
})
const ofAll = (changes: Partial<GroupReport>): Partial<SimulationReport> => ({
  all: { ...sampleReport.all, ...changes },
})
const runs = (...changes: Partial<SimulationReport>[]) => combineRuns(changes.map((each, i) => run(i + 1, each)))
const expecting = (expectation: Expectation, ...seen: (number | null)[]) =>
  runs(...seen.map((figure) => ({ expect: [{ ...expectation, seen: figure, holds: figure === 1 }] }))).expect[0]

const zero = { mean: 0, low: 0, high: 0 }
const none = { mean: null, low: null, high: null }

describe('an interval', () => {
  test('is the mean and 95 % to both sides by Student', () => {
    const { mean, low, high } = intervalOf([1, 2, 3])
    expect(mean).toBe(2)
    expect(low).toBeCloseTo(2 - 4.302652729749462 / Math.sqrt(3), 9)
    expect(high).toBeCloseTo(2 + 4.302652729749462 / Math.sqrt(3), 9)
  })

  test('of equal values is exactly their value', () => {
    expect(intervalOf([0.1, 0.1, 0.1])).toEqual({ mean: 0.1, low: 0.1, high: 0.1 })
  })

  test('of one value has no ends, and of none no mean', () => {
    expect(intervalOf([7])).toEqual({ mean: 7, low: null, high: null })
    expect(intervalOf([])).toEqual(none)
  })

  test('of amounts whose squares are no numbers has ends', () => {
    expect(Number.isFinite(intervalOf([1e200, 3e200]).low)).toBe(true)
  })
})

describe('runs', () => {
  test('keep what says which row it is, and the seed of all', () => {
    const { simulation, design, random_seed, days, runs: number, all, boards } = runs({}, {})
    expect([simulation, design, random_seed, days, number]).toEqual(['launch', 'd0c5', 'gamify', 2, 2])
    expect(all.days.map(({ day }) => day)).toEqual([1, 2])
    expect(all.flows.map(({ metric, source }) => [metric, source])).toEqual(
      sampleReport.all.flows.map(({ metric, source }) => [metric, source]),
    )
    expect(boards['top']?.map(({ cycle, start }) => [cycle, start])).toEqual([
      ['daily', '2030-01-07'],
      ['daily', '2030-01-08'],
      ['alltime', null],
    ])
  })

  test('have the mean of amounts and of counts', () => {
    const { all, plays } = runs(
      { plays: 10 },
      { plays: 30, ...ofAll({ metrics: { xp: [pointsRow(1, { total: '7.5' })] } }) },
    )
    expect(plays.mean).toBe(20)
    expect(all.metrics['xp']?.[0]).toMatchObject({ day: 1, total: { mean: 3503.75 }, median: { mean: 9.5 } })
  })

  test('count what a run does not have as 0: a flow, a refused code, an item', () => {
    const first = ofAll({ flows: [], days: [dayRow(1)], metrics: { badges: [{ day: 1, holders: {}, items: {} }] } })
    const second = ofAll({
      flows: [{ metric: 'xp', source: 'actions/like', given: '8', taken: '1', times: 4 }],
      days: [dayRow(1, { refused: { not_found: 2 } })],
      metrics: { badges: [{ day: 1, holders: { Fan: 0.5 }, items: { Fan: '6' } }] },
    })
    const { all } = runs(first, second)
    expect(all.flows).toMatchObject([
      { source: 'actions/like', given: { mean: 4 }, taken: { mean: 0.5 }, times: { mean: 2 } },
    ])
    expect(all.days[0]?.refused).toMatchObject({ not_found: { mean: 1 } })
    expect(all.metrics['badges']).toMatchObject([{ holders: { Fan: { mean: 0.25 } }, items: { Fan: { mean: 3 } } }])
  })

  test('leave out null, and what nobody reached in a run', () => {
    const first = ofAll({
      reached: { 'rank:Gold': reached(2, 0.2, 3, 9) },
      metrics: { xp: [pointsRow(1, { mean: null })] },
    })
    const second = ofAll({ reached: {}, metrics: { xp: [pointsRow(1, { mean: null })] } })
    const { all } = runs(first, second)
    expect(all.reached['rank:Gold']).toMatchObject({
      players: { mean: 1 },
      share: { mean: 0.1 },
      days: { median: { mean: 3, low: null, high: null } },
    })
    expect(all.metrics['xp']).toMatchObject([{ mean: none }])
  })

  test('read names that are those of fields and of objects', () => {
    const names = ['constructor', 'day', 'mean', '__proto__']
    const refused = Object.fromEntries(names.map((name) => [name, 4]))
    const { refused: folded } = runs({ refused: {} }, { refused })
    expect(Object.keys(folded).toSorted()).toEqual(names.toSorted())
    expect(Object.entries(folded).map(([, { mean }]) => mean)).toEqual([2, 2, 2, 2])
  })

  test('are partial if one is', () => {
    expect(runs({}, {})).not.toHaveProperty('partial')
    expect(runs({}, { partial: true }).partial).toBe(true)
  })

  test('without any change have no width', () => {
    expect(runs({ refused: {} }, { refused: { x: 0 } }).refused).toEqual({ x: zero })
  })

  test('are at least one', () => {
    expect(() => combineRuns([])).toThrow('no runs')
    expect(runs({}).plays).toEqual({ mean: 15_800, low: null, high: null })
  })
})

describe('an expectation of several runs', () => {
  test.each<[string, Expectation]>([
    ['a share', { reach: 'rank:Gold', share: { min: 1, max: 2 } }],
    ['days', { reach: 'rank:Gold', median_days: { min: 1, max: 2 } }],
    ['plays', { reach: 'rank:Gold', median_plays: { min: 1, max: 2 } }],
    ['a score', { metric: 'xp', of: 'mean', day: 1, min: 1, max: 2 }],
  ])('holds if the mean of %s is within its bounds', (_, expectation) => {
    expect(expecting(expectation, 0, 2)).toMatchObject({ ...expectation, holds: true, runs_holding: 0 })
    expect(expecting(expectation, 1, 0)).toMatchObject({ holds: false, runs_holding: 1, seen: { mean: 0.5 } })
    expect(expecting(expectation, 3, 3)).toMatchObject({ holds: false })
  })

  test('without a figure in any run does not hold', () => {
    expect(expecting({ refused: 'not_found', share: {} }, null, null)).toMatchObject({ seen: none, holds: false })
  })
})
