import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GroupReport, PointsRow } from '../../src/lab/simulate/report.ts'
import type { Persona } from '../../src/lab/simulate/simulation.ts'
import {
  achievement,
  action,
  add,
  designOf,
  levels,
  point,
  put,
  remove,
  score,
  set,
  start,
  state,
} from '../support/design-parts.ts'
import {
  naiveReport,
  type NaiveAction,
  type NaiveGame,
  type NaivePersona,
  type NaiveSimulation,
} from '../support/naive-simulation.ts'
import { exactly, live, play, steady } from '../support/simulated-life.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const DAY_MS = 86_400_000

const reward = fc.record({
  metric: fc.constantFrom('xp', 'coins'),
  verb: fc.constantFrom('add', 'add', 'remove', 'set'),
  value: fc.nat({ max: 12 }),
})

const anAction: fc.Arbitrary<NaiveAction> = fc.record({
  rewards: fc.array(reward, { maxLength: 3 }),
  perDay: fc.constantFrom(1, 2, 5, Infinity),
  needs: fc.constantFrom(0, 0, 3),
})

/** Can always be played, and gives something. */
const plain: NaiveAction = { rewards: [{ metric: 'xp', verb: 'add', value: 1 }], perDay: Infinity, needs: 0 }

const aGame: fc.Arbitrary<NaiveGame> = fc
  .record({
    min: fc.constantFrom(0, -15),
    over: fc.constantFrom(10, 40, 10_000),
    start: fc.nat({ max: 5 }),
    bootstrap: fc.constantFrom(undefined, undefined, 4, 30),
    thresholds: fc.uniqueArray(fc.integer({ min: -5, max: 60 }), { minLength: 1, maxLength: 4 }),
    fan: fc.record({ at: fc.integer({ min: 1, max: 40 }), items: fc.integer({ min: 1, max: 3 }) }),
    actions: fc.array(anAction, { minLength: 1, maxLength: 3 }),
  })
  .map(({ min, over, start: of, bootstrap, thresholds, fan, actions }) => ({
    xp: { min, max: over, start: of },
    bootstrap,
    thresholds: thresholds.toSorted((a, b) => a - b),
    fan,
    actions: [...actions, plain],
  }))

const aPersona = (actions: number): fc.Arbitrary<NaivePersona> => {
  const choice = fc.record({ action: fc.nat({ max: actions - 1 }), count: fc.constantFrom(1, 1, 3) })
  return fc
    .record({
      hour: fc.nat({ max: 23 }),
      sessions: fc.constantFrom(0, 1, 1, 2),
      tries: fc.integer({ min: 1, max: 5 }),
      pause: fc.constantFrom(0, 1),
      choices: fc.array(choice, { minLength: 1, maxLength: 3 }),
      isGreedy: fc.boolean(),
      patience: fc.constantFrom(1, 2, 3, Infinity),
    })
    .map((persona) =>
      persona.isGreedy ? { ...persona, choices: [...persona.choices, { action: actions - 1, count: 1 }] } : persona,
    )
}

const aSimulation: fc.Arbitrary<NaiveSimulation> = aGame.chain((game) =>
  fc.array(aPersona(game.actions.length), { minLength: 1, maxLength: 3 }).chain((personas) =>
    fc.record({
      game: fc.constant(game),
      personas: fc.constant(personas),
      groups: fc.array(
        fc.record({
          persona: fc.nat({ max: personas.length - 1 }),
          players: fc.integer({ min: 1, max: 6 }),
          overDays: fc.integer({ min: 1, max: 8 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      days: fc.integer({ min: 1, max: 7 }),
    }),
  ),
)

const designFor = ({ xp, bootstrap, thresholds, fan, actions }: NaiveGame) => {
  const last = thresholds.length
  const ladder = [...thresholds.map((threshold, i) => [`L${i}`, String(threshold)] as const), [`L${last}`] as const]
  const rewardOf = { add, remove, set: put }
  return designOf({
    metrics: [
      point('xp', { min: String(xp.min), max: String(xp.max), default: String(xp.start) }),
      point('coins'),
      state('rank', ...ladder.map(([rank]) => rank)),
      set('badges', ['Fan']),
    ],
    actions: actions.map(({ rewards, perDay, needs }, i) =>
      action(
        `a${i}`,
        rewards.map(({ metric, verb, value }) => rewardOf[verb](metric, String(value))),
        {
          ...(perDay === Infinity ? {} : { rate: [perDay, DAY_MS, 'FIXED'] }),
          ...(needs === 0 ? {} : { requires: score('coins', 'ge', String(needs)) }),
        },
      ),
    ),
    rules: [
      levels('ladder', 'xp', 'rank', ...ladder),
      achievement('fan', 'badges', { Fan: String(fan.items) }, score('xp', 'ge', String(fan.at))),
    ],
    ...(bootstrap === undefined ? {} : { bootstrap: { scores: [start(add('xp', String(bootstrap)))] } }),
  })
}

const personaFor = (
  { hour, sessions, tries, pause, choices, isGreedy, patience }: NaivePersona,
  index: number,
): Persona => ({
  ...steady,
  id: `p${index}`,
  sessions: exactly(sessions),
  hours: [hour, hour + 1],
  plays: exactly(tries),
  pauseS: pause * 3600,
  choices: (isGreedy ? choices : choices.slice(0, 1)).map(({ action: id, count }) => play(`a${id}`, 1, { count })),
  greedy: isGreedy ? 'xp' : undefined,
  leavesWithoutProgress: patience,
})

type NaiveGroupReport = ReturnType<typeof naiveReport>['all']

/** Rounds what is computed in another order. */
const rounded = (rows: readonly PointsRow[]) =>
  rows.map((row) => ({ ...row, gini: row.gini === null ? null : Number(row.gini.toFixed(9)) }))

function expectGroup(found: GroupReport, wanted: NaiveGroupReport, isCertain: boolean): void {
  const { players, days, metrics, flows, reached } = found
  expect({ players, days, flows }).toEqual({ players: wanted.players, days: wanted.days, flows: wanted.flows })
  expect(metrics).toMatchObject({ rank: wanted.metrics.rank, badges: wanted.metrics.badges })
  for (const metric of ['xp', 'coins'] as const)
    expect(rounded(metrics[metric] as readonly PointsRow[])).toEqual(rounded(wanted.metrics[metric]))
  expect(Object.keys(reached).toSorted()).toEqual(Object.keys(wanted.reached).toSorted())
  for (const [key, { hours, ...more }] of Object.entries(wanted.reached)) {
    expect(reached[key]).toMatchObject(more)
    for (const quartile of ['p25', 'median', 'p75'] as const) {
      const [day, hour] = [reached[key]?.days[quartile], hours[quartile]]
      if (hour === null || day === null || day === undefined) expect(day).toBe(hour)
      else if (hour === 0 && more.plays[quartile] === 0) expect(day).toBe(0)
      else if (isCertain) {
        // A session begins within the hour.
        expect(day * 24).toBeGreaterThanOrEqual(hour)
        expect(day * 24).toBeLessThan(hour + 1)
      }
    }
  }
}

/** The days of changes of clocks are in the last two. */
const places = fc.constantFrom(
  ['UTC', '2030-01-07'],
  ['Asia/Kathmandu', '2030-02-26'],
  ['Europe/Berlin', '2030-03-29'],
  ['Europe/Berlin', '2030-10-25'],
)

test('certain simulations have the figures of a second model', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(aSimulation, places, async (simulation, [timezone = '', from = '']) => {
      const { game, personas, groups, days } = simulation
      const report = await live({
        design: designFor(game),
        personas: personas.map(personaFor),
        groups: groups.map(({ persona, players, overDays }) => ({
          persona: `p${persona}`,
          players,
          joinsOverDays: overDays,
        })),
        days,
        from,
        timezone,
      })
      const wanted = naiveReport(simulation)
      expect([report.players, report.plays]).toEqual([
        wanted.all.players,
        wanted.all.days.reduce((sum, { plays }) => sum + plays, 0),
      ])
      const isCertain = timezone !== 'Europe/Berlin'
      expectGroup(report.all, wanted.all, isCertain)
      expect(Object.keys(report.personas)).toEqual(Object.keys(wanted.personas))
      for (const [id, group] of Object.entries(wanted.personas))
        expectGroup(report.personas[id] as GroupReport, group, isCertain)
    }),
    runs(300),
  )
})
