import { describe, expect, test } from 'vitest'
import { dayRow, pointsRow, sampleReport } from '../../../test/support/simulated-report.ts'
import { compareReports } from './comparison.ts'
import type { GroupReport, SimulationReport } from './report.ts'

const changedReport = (all: Partial<GroupReport>, changes: Partial<SimulationReport> = {}): SimulationReport => ({
  ...sampleReport,
  ...changes,
  all: { ...sampleReport.all, ...all },
})

describe('a compared report', () => {
  test('is the later report, and says what it was compared with', () => {
    const before = changedReport({}, { design: 'old', random_seed: 'luck', days: 9, players: 3 })
    const { compared, ...report } = compareReports(before, sampleReport)
    expect(report).toEqual(sampleReport)
    expect(compared.before).toEqual({ design: 'old', random_seed: 'luck', days: 9, players: 3 })
    expect(compareReports({ ...before, partial: true }, sampleReport).compared.before).toHaveProperty('partial', true)
  })

  test('has the difference of numbers and of amounts, exactly', () => {
    const rows = (total: string, gini: number | null) => ({ metrics: { xp: [pointsRow(1, { total, gini })] } })
    const { compared } = compareReports(
      changedReport(rows('0.1', 0.1)),
      changedReport(rows('12345678901234567890.3', 0.3)),
    )
    expect(compared.all.metrics['xp']).toMatchObject([
      {
        day: 1,
        total: { before: '0.1', after: '12345678901234567890.3', difference: '12345678901234567890.2' },
        gini: { before: 0.1, after: 0.3, difference: 0.2 },
        p5: { before: '0', after: '0', difference: '0' },
      },
    ])
  })

  test('has the difference of numbers that are written with an exponent', () => {
    const rows = (gini: number) => ({ metrics: { xp: [pointsRow(1, { gini })] } })
    const { compared } = compareReports(changedReport(rows(3e-7)), changedReport(rows(1e-7)))
    expect(compared.all.metrics['xp']).toMatchObject([{ gini: { difference: 1e-7 - 3e-7 } }])
  })

  test('has null for what a side does not have', () => {
    const before = changedReport({ days: [dayRow(1, { refused: { old: 1 } })], flows: [], reached: {} })
    const after = changedReport({ days: [dayRow(1, { refused: { fresh: 2 } }), dayRow(2)] })
    const { compared } = compareReports(before, after)
    expect(compared.all.days).toMatchObject([
      {
        day: 1,
        refused: {
          fresh: { before: null, after: 2, difference: null },
          old: { before: 1, after: null, difference: null },
        },
      },
      { day: 2, joined: { before: null, after: 0 } },
    ])
    expect(compared.all.flows).toMatchObject([
      { metric: 'xp', source: 'actions/like', given: { before: null, after: '13800', difference: null } },
      { source: 'actions/answer' },
      { source: 'rules/first' },
    ])
    expect(compared.all.reached['rank:Gold']).toMatchObject({ days: { median: { before: null, after: 1.3 } } })
  })

  test('has each persona of both', () => {
    const { casual, grinder } = sampleReport.personas as Required<Record<string, GroupReport>>
    const before = changedReport({}, { personas: { casual: casual! } })
    const after = changedReport({}, { personas: { grinder: grinder! } })
    const { personas } = compareReports(before, after).compared
    expect(personas['casual']?.players).toEqual({ before: 900, after: null, difference: null })
    expect(personas['grinder']?.players).toEqual({ before: null, after: 100, difference: null })
  })
})

describe('expectations', () => {
  const compare = (before: SimulationReport['expect'], after: SimulationReport['expect']) =>
    compareReports({ ...sampleReport, expect: before }, { ...sampleReport, expect: after }).compared.expect
  const gini = { metric: 'xp', day: 2, of: 'gini' } as const

  test('of the same figure are compared, whatever their bounds and their order', () => {
    const [other] = sampleReport.expect
    const before = [other!, { ...gini, max: 0.5, seen: 0.7, holds: false }]
    expect(compare(before, [{ ...gini, max: 0.6, seen: 0.4, holds: true }, other!])).toEqual([
      {
        ...gini,
        max: 0.6,
        seen: { before: 0.7, after: 0.4, difference: -0.3 },
        holds: { before: false, after: true },
      },
      { ...other, seen: { before: 1.2, after: 1.2, difference: 0 }, holds: { before: true, after: true } },
    ])
  })

  test('that only one side has come with null, and a figure that nobody has seen too', () => {
    const before = [{ ...gini, max: 0.5, seen: 0.7, holds: false }]
    const after = [{ reach: 'rank:Gold', median_days: {}, seen: null, holds: false }]
    expect(compare(before, after)).toMatchObject([
      {
        reach: 'rank:Gold',
        seen: { before: null, after: null, difference: null },
        holds: { before: null, after: false },
      },
      { metric: 'xp', seen: { before: 0.7, after: null, difference: null }, holds: { before: false, after: null } },
    ])
  })

  test('of other figures of the same thing are not the same', () => {
    const judged = { seen: 1, holds: true }
    const share = { reach: 'rank:Gold', share: {}, ...judged }
    const days = { reach: 'rank:Gold', median_days: {}, ...judged }
    const compared = compare([share], [days, { ...share, by_day: 2 }, { ...share, persona: 'casual' }])
    expect(compared.map(({ seen }) => seen.before)).toEqual([null, null, null, 1])
  })
})

test('two expectations of one figure are each compared with the one of the same bounds', () => {
  const gold = { reach: 'rank:Gold', seen: 0.5 }
  const expected = [
    { ...gold, share: { min: 0.2 }, holds: true },
    { ...gold, share: { max: 0.3 }, holds: false },
  ]
  const report = changedReport({}, { expect: expected })
  const { compared } = compareReports({ ...report, expect: expected.toReversed() }, report)
  expect(compared.expect.map(({ holds }) => holds)).toEqual([
    { before: true, after: true },
    { before: false, after: false },
  ])
})
