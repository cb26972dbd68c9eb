import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DesignParts } from './game.ts'
import { simulate } from './simulate.ts'
import type { SimulateOptions } from './simulation.ts'

const reward = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }
const design: DesignParts = {
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    {
      id: 'rank',
      name: 'Rank',
      type: 'state',
      constraints: { states: [{ name: 'Bronze' }, { name: 'Gold' }] },
    },
  ],
  actions: [{ id: 'like', name: 'Like', rules: [{ rewards: [reward], requires: {} }] }],
  rules: [
    {
      id: 'ladder',
      name: 'Ladder',
      type: 'level',
      level_metric: 'rank',
      base_metric: 'xp',
      levels: [
        { rank: 'Bronze', threshold: '55' },
        { rank: 'Gold', threshold: '1000' },
      ],
    },
  ],
}

/** A player who plays twice a day: gold on the third day. */
const simulation = {
  days: 4,
  groups: [{ persona: 'fan', players: 2 }],
  personas: { fan: { sessions: { exactly: 1 }, plays: { exactly: 2 }, choices: [{ action: 'like' }] } },
  expect: [{ reach: 'rank:Gold', by_day: 2, share: { min: 0.5 } }],
} as const

/** A project with these files, which is gone when the test is over. */
async function projectWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gamify-simulated-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const parts = Object.entries(design).map(([name, value]) => [`design/${name}/all.json`, value] as const)
  for (const [name, content] of [...parts, ['gamify.json', {}] as const, ...Object.entries(files)]) {
    const path = join(directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return directory
}

test('the report of a design and a simulation as objects tells who reaches what', async () => {
  const report = await simulate({ design, simulation })
  expect(report.all.reached['rank:Gold']).toMatchObject({ players: 2, share: 1, plays: { median: 6 } })
  expect(report).toMatchObject({ simulation: 'simulation', random_seed: 'simulation', days: 4, players: 2, plays: 16 })
  expect(report.expect).toEqual([{ ...simulation.expect[0], seen: 0, holds: false }])
})

test('players, days, the seed and the number of threads are those that are wanted', async () => {
  const options = { design, simulation, players: 3000, days: 3, randomSeed: 'dice' }
  const [one, two] = await Promise.all([1, 2].map((jobs) => simulate({ ...options, jobs })))
  expect(one).toMatchObject({ random_seed: 'dice', days: 3, players: 3000, plays: 18_000 })
  expect(two).toEqual(one)
  expect((await simulate({ design, simulation, days: 1 })).expect).toEqual([])
})

test('the days are those of the time zone of the game', async () => {
  const project = await projectWith({ 'gamify.json': { game: { timezone: 'Europe/Berlin' } } })
  const fan = { ...simulation.personas.fan, hours: [8, 9] } as const
  // The day on which clocks go from two to three in Berlin.
  const spring = { ...simulation, from: '2030-03-31', days: 2, personas: { fan } }
  const hoursUntilBronze = async (game: SimulateOptions['game']) => {
    const report = await simulate({ project, design, simulation: spring, ...(game && { game }) })
    return Math.floor((report.all.reached['rank:Bronze']?.days.median ?? 0) * 24)
  }
  expect(await hoursUntilBronze(undefined)).toBe(7)
  expect(await hoursUntilBronze({ timezone: 'UTC' })).toBe(8)
})

test('a simulation that is interrupted says so', async () => {
  const options = { design, simulation, players: 1000 }
  expect(await simulate({ ...options, signal: AbortSignal.abort() })).toMatchObject({ partial: true, players: 0 })
})

describe('the simulation of a project', () => {
  test('is its only one', async () => {
    const project = await projectWith({ 'simulations/month.json': simulation })
    expect(await simulate({ project })).toMatchObject({ simulation: 'month', players: 2 })
  })

  test('is the built-in one if it has none', async () => {
    const project = await projectWith({})
    expect(await simulate({ project, players: 10, days: 1 })).toMatchObject({ simulation: 'built-in', players: 10 })
  })

  test('is named by its path, its id or its name if it has several', async () => {
    const project = await projectWith({
      'simulations/month.json': { ...simulation, name: 'The first month' },
      'simulations/week.json': { ...simulation, id: 'seven' },
      'other.json': simulation,
    })
    const idOf = async (named: string) => (await simulate({ project, simulation: named })).simulation
    expect(await Promise.all(['month', 'The first month', 'seven', join(project, 'other.json')].map(idOf))).toEqual([
      'month',
      'month',
      'seven',
      'other',
    ])
    await expect(simulate({ project })).rejects.toThrow(
      /^The project has several simulations; .*'simulation':\n {2}month\n {2}seven$/,
    )
    await expect(idOf('seve')).rejects.toThrow(
      /^The project has no such simulation:\n {2}'seve' .*'seven'.*\n {2}expected one of 'month', 'The first month', 'seven'$/,
    )
  })

  test('plays another design if it is told to', async () => {
    const project = await projectWith({ 'simulations/month.json': simulation })
    const generous = {
      ...design,
      actions: [{ id: 'like', name: 'Like', rules: [{ rewards: [{ ...reward, value: '60' }], requires: {} }] }],
    }
    expect((await simulate({ project, design: generous })).expect).toMatchObject([{ holds: true }])
    expect((await simulate({ project, design: join(project, 'design') })).expect).toMatchObject([{ holds: false }])
  })

  test('is told of by line and column if it is broken', async () => {
    const project = await projectWith({
      'simulations/month.json': '{ "groups": [{ "persona": "fan", "players": 0 }],\n  "personas": {} }',
    })
    await expect(simulate({ project })).rejects.toThrow(
      /^The simulations are broken:\n {2}.*simulations\/month\.json:1:27: groups\.0\.persona: unknown persona 'fan'\n {2}.*month\.json:1:45: /,
    )
    await writeFile(join(project, 'design/metrics/xp.json'), '{ "id": "xp" }')
    await expect(simulate({ project })).rejects.toThrow(/^The design is broken:\n {2}.*metrics\/xp\.json:1:/)
    await writeFile(join(project, 'gamify.json'), '{ "gam": 1 }')
    await expect(simulate({ project })).rejects.toThrow(
      /^The project is broken:\n {2}.*gamify\.json:1:10: gam: unknown field/,
    )
  })
})

test.each<[string, unknown, RegExp]>([
  ['an unknown option', { plyers: 5 }, /^The options of simulate are not valid:\n {2}plyers: unknown.*'players'/],
  ['no options', null, /^The options of simulate are not valid:\n {2}expected object, found null$/],
  ['too few players', { players: 0 }, /players: expected/],
  ['a signal that is none', { signal: 5 }, /signal: expected an AbortSignal$/],
  ['a simulation that is none', { simulation: [] }, /simulation: expected the path, the id or the name/],
  ['no directory', { project: 'no/such' }, /^The project directory does not exist:\n {2}\/.*no\/such$/],
  ['no design', { design: 'no/such' }, /^The design directory does not exist:\n {2}\/.*no\/such$/],
  [
    'no file',
    { design, simulation: 'no/such.json' },
    /^The simulations are broken:\n {2}no\/such\.json:1:1: no such file/,
  ],
  [
    'a broken object',
    {
      design,
      simulation: { ...simulation, personas: { fun: { ...simulation.personas.fan, choices: [{ action: 'lik' }] } } },
    },
    /^The simulation is broken:\n {2}groups\.0\.persona: .*\n {2}personas\.fun\.choices\.0\.action: unknown action 'lik' .*'like'/,
  ],
])('%s is refused in words', async (_, options, words) => {
  await expect(simulate(options as SimulateOptions)).rejects.toThrow(words)
})
