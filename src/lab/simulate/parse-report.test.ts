import { describe, expect, test } from 'vitest'
import { sampleReport } from '../../../test/support/simulated-report.ts'
import { messageAt } from '../../game/kernel/schema-problems.ts'
import { compareReports } from './comparison.ts'
import { parseReport } from './parse-report.ts'
import { combineRuns } from './repeated.ts'

const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const problemsIn = (value: unknown): string[] => {
  const parsed = parseReport(written(value), 'launch')
  return 'problems' in parsed ? parsed.problems.map(messageAt) : []
}

test.each([
  ['a report', sampleReport],
  ['a report that was compared itself', compareReports(sampleReport, sampleReport)],
])('%s is read as it was written', (_, report) => {
  expect(parseReport(written(report), 'launch')).toEqual(report)
})

test('an interrupted report, and one without anything, are reports', () => {
  const empty = { players: 0, days: [], metrics: {}, flows: [], reached: {} }
  expect(problemsIn({ ...sampleReport, partial: true, expect: [], all: empty, personas: {}, boards: {} })).toEqual([])
})

test('an item can have the name __proto__', () => {
  const text = JSON.stringify(sampleReport).replaceAll('"rate_limit_exceeded":', '"__proto__":')
  expect(JSON.stringify(parseReport(JSON.parse(text), 'launch'))).toBe(text)
})

describe('a list', () => {
  test('has the report of the simulation', () => {
    expect(parseReport(written([{ ...sampleReport, simulation: 'other' }, sampleReport]), 'launch')).toEqual(
      sampleReport,
    )
  })

  test('without it is refused', () => {
    expect(problemsIn([{ ...sampleReport, simulation: 'other' }])).toEqual([
      "the list has no report of the simulation 'launch'",
    ])
    expect(problemsIn([])).toHaveLength(1)
  })

  test('with problems in it gives their place', () => {
    expect(problemsIn([{}, { ...sampleReport, plays: 'many' }])).toEqual(['1.plays: expected number, found string'])
  })
})

describe('what is no report of one run of the simulation is refused', () => {
  test.each([
    ['another file', { id: 'launch', days: 30 }, 'expected a report that gamify simulate wrote with --out or --json'],
    ['null', null, 'expected a report that gamify simulate wrote with --out or --json'],
    [
      'several runs',
      combineRuns([sampleReport, sampleReport]),
      'a report of --runs cannot be compared; expected the report of one run',
    ],
    [
      'varied values',
      { simulation: 'launch', vary: [] },
      'a report of --vary cannot be compared; expected the report of one run',
    ],
    [
      'another simulation',
      { ...sampleReport, simulation: 'autumn' },
      "the report belongs to the simulation 'autumn', not to 'launch'",
    ],
  ])('%s', (_, value, message) => {
    expect(problemsIn(value)).toEqual([message])
  })

  test('a report that was edited, with each problem at its path', () => {
    const { design: _, ...rest } = sampleReport
    const all = {
      ...sampleReport.all,
      days: [{ ...sampleReport.all.days[0], joined: '3' }],
      metrics: { xp: [{ day: 1 }] },
      flows: [{ metric: 'xp', source: 'actions/like', given: '1e3', taken: '0', times: 1 }],
    }
    expect(problemsIn({ ...rest, all, expect: [{ holds: true }] })).toEqual([
      'design: missing; expected string',
      'expect.0.seen: missing; expected number',
      'all.days.0.joined: expected number, found string',
      'all.metrics.xp.0: expected a row of a metric: with total, share or holders',
      'all.flows.0.given: expected an amount such as "10" or "0.5"',
    ])
  })
})
