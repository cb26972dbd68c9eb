import { describe, expect, test } from 'vitest'
import { dayRow, pointsRow, reached, sampleReport } from '../../../test/support/simulated-report.ts'
import { csvTables } from './csv.ts'
import { combineRuns } from './repeated.ts'
import type { GroupReport, SimulationReport } from './report.ts'

const nothing: GroupReport = { players: 0, days: [], metrics: {}, flows: [], reached: {} }
const reportWith = (all: Partial<GroupReport>, changes: Partial<SimulationReport> = {}): SimulationReport => ({
  ...sampleReport,
  personas: {},
  boards: {},
  all: { ...nothing, ...all },
  ...changes,
})
const lines = (name: string, ...reports: SimulationReport[]): string[] =>
  csvTables(reports)[name]?.split('\r\n').slice(0, -1) ?? []

test('a day has its counts in one row, and each refused code and each thing that was reached in another', () => {
  const days = [
    dayRow(1, { joined: 3, active: 2, left: 1, plays: 7, refused: { a: 4, b: 5 }, reached: { 'rank:Gold': 2 } }),
    dayRow(2),
  ]
  expect(lines('days.csv', reportWith({ days }))).toEqual([
    'simulation,group,day,code,reached,joined,active,left,plays,refused,players',
    'launch,all,1,,,3,2,1,7,,',
    'launch,all,1,a,,,,,,4,',
    'launch,all,1,b,,,,,,5,',
    'launch,all,1,,rank:Gold,,,,,,2',
    'launch,all,2,,,0,0,0,0,,',
  ])
})

test('points have their figures in columns, and states and items have rows', () => {
  const metrics: GroupReport['metrics'] = {
    xp: [pointsRow(1, { mean: null, p5: '-0.5' })],
    rank: [{ day: 1, share: { Bronze: 0.9, Gold: 0.1 } }],
    badges: [{ day: 2, holders: { Fan: 0.5 }, items: { Fan: '12', constructor: '3' } }],
  }
  expect(lines('metrics.csv', reportWith({ metrics }))).toEqual([
    'simulation,group,day,metric,item,total,mean,p5,p25,median,p75,p95,gini,share,count',
    'launch,all,1,xp,,1000,,-0.5,4,9.5,14,30,0.41,,',
    'launch,all,1,rank,Bronze,,,,,,,,,0.9,',
    'launch,all,1,rank,Gold,,,,,,,,,0.1,',
    'launch,all,2,badges,Fan,,,,,,,,,0.5,12',
    'launch,all,2,badges,constructor,,,,,,,,,,3',
  ])
})

test('flows and what was reached have one row each', () => {
  const flows = [{ metric: 'xp', source: 'actions/like', given: '1.5', taken: '0', times: 2 }]
  const report = reportWith({
    flows,
    reached: { 'rank:Gold': reached(3, 0.3, 1.25, 9), 'process:tour': reached(0, 0) },
  })
  expect(lines('flows.csv', report)).toEqual([
    'simulation,group,metric,source,given,taken,times',
    'launch,all,xp,actions/like,1.5,0,2',
  ])
  expect(lines('reached.csv', report)).toEqual([
    'simulation,group,reached,players,share,days_p25,days_median,days_p75,plays_p25,plays_median,plays_p75',
    'launch,all,rank:Gold,3,0.3,1.25,1.25,1.25,9,9,9',
    'launch,all,process:tour,0,0,,,,,,',
  ])
})

test('a period of a board has its scores in one row, and each persona among the first ten in another', () => {
  expect(lines('boards.csv', sampleReport)).toEqual([
    'simulation,group,board,cycle,start,score_1,score_10,score_100,joined_days_ago,first_ten',
    'launch,all,top,daily,2030-01-07,90,80.5,60,1,10',
    'launch,grinder,top,daily,2030-01-07,,,,,10',
    'launch,all,top,daily,2030-01-08,190,180,120,2,10',
    'launch,casual,top,daily,2030-01-08,,,,,1',
    'launch,grinder,top,daily,2030-01-08,,,,,9',
    'launch,all,top,alltime,,280,260,,2,10',
    'launch,grinder,top,alltime,,,,,,10',
  ])
})

describe('rows', () => {
  test('are those of all players, then of each persona, of each simulation', () => {
    const groups = (name: string): string[] =>
      lines(name, sampleReport, { ...sampleReport, simulation: 'autumn' })
        .map((line) => line.split(',').slice(0, 2).join(' '))
        .filter((group, i, all) => group !== all[i - 1])
    for (const name of ['days.csv', 'metrics.csv', 'flows.csv', 'reached.csv'])
      expect(groups(name)).toEqual([
        'simulation group',
        'launch all',
        'launch casual',
        'launch grinder',
        'autumn all',
        'autumn casual',
        'autumn grinder',
      ])
  })

  test('have as many cells as the heading, and tables without rows have a heading', () => {
    for (const [name, text] of Object.entries(csvTables([sampleReport]))) {
      const [head = '', ...rows] = text.split('\r\n').slice(0, -1)
      expect(rows.filter((row) => row.split(',').length !== head.split(',').length)).toEqual([])
      expect(csvTables([])[name]).toBe(`${head}\r\n`)
    }
  })

  test('keep commas, quotes and line breaks of names', () => {
    const days = [dayRow(1, { refused: { 'a,b': 1, 'a "b"': 2, 'a\nb\rc': 3 } })]
    expect(csvTables([reportWith({ days })])['days.csv']).toContain(
      ['launch,all,1,"a,b",,,,,,1,', 'launch,all,1,"a ""b""",,,,,,2,', 'launch,all,1,"a\nb\rc",,,,,,3,', ''].join(
        '\r\n',
      ),
    )
  })
})

test('of several runs, each figure is a mean with its interval, and no key is', () => {
  const run = (plays: number, score: string) =>
    reportWith(
      { days: [dayRow(1, { plays, refused: { a: plays } })] },
      {
        boards: {
          top: [
            {
              cycle: 'alltime',
              start: null,
              scores: { '1': score, '10': null, '100': null },
              first_ten: { personas: { casual: plays, grinder: 1 }, joined_days_ago: 1 },
            },
          ],
        },
      },
    )
  const tables = csvTables([combineRuns([run(4, '10'), run(6, '10')])])
  const rowsOf = (name: string): string[][] =>
    (tables[name] ?? '')
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','))
  const [days, boards] = [rowsOf('days.csv'), rowsOf('boards.csv')]
  expect(days[0]?.slice(0, 6)).toEqual(['simulation', 'group', 'day', 'code', 'reached', 'joined'])
  const column = (rows: string[][], name: string): string[] =>
    rows.map((row) => row[rows[0]?.indexOf(name) ?? -1] ?? '')
  expect(column(days, 'day')).toEqual(['day', '1', '1'])
  expect(column(days, 'plays')).toEqual(['plays', '5', ''])
  // With one degree of freedom, t is 12.706; the standard error of 4 and 6 is 1.
  expect(Number(column(days, 'plays_low')[1])).toBeCloseTo(5 - 12.706, 3)
  expect(Number(column(days, 'plays_high')[1])).toBeCloseTo(5 + 12.706, 3)
  expect(column(days, 'refused')).toEqual(['refused', '', '5'])
  expect(column(boards, 'score_1_low')).toEqual(['score_1_low', '10', '', ''])
  expect(column(boards, 'first_ten')).toEqual(['first_ten', '6', '5', '1'])
  expect(column(boards, 'first_ten_high')[1]).toBe('')
})
