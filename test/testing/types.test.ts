import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testingTypes } from '../../scripts/types/testing-types.ts'
import { isAnswerOf } from '../../src/client/answer-shape.ts'
import type { RouteName } from '../../src/client/route-types.ts'
import { routes } from '../../src/game/routes.ts'
import type { SimulationReport } from '../../src/lab/simulate/report.ts'
import { check } from '../../src/testing/check.ts'
import { simulate } from '../../src/testing/simulate.ts'
import { startGame } from '../../src/testing/start-game.ts'
import { contractDesign } from '../contract/game-design.ts'
import { root, run } from './installed.ts'

/** What a row takes or answers, and what it does not: schema and type must be of one mind. */
const bodies: readonly {
  readonly name: RouteName
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}[] = [
  {
    name: 'POST /v2/admin/players',
    good: [{ id: 'neo' }, { id: 'neo', alias: 'Neo', email: 'neo@example.com' }],
    bad: [{}, { id: 5 }, { id: 'neo', name: 'Neo' }],
  },
  {
    name: 'POST /v2/runtime/actions/:action_id/play',
    good: [{}, { count: 2 }, { variables: { x: 1, y: 'text' }, scopes: [{ id: 'top', entity_id: 'neo' }] }],
    bad: [{ count: 'two' }, { scopes: [{ id: 'top' }] }, { variable: {} }],
  },
  {
    name: 'PATCH /v2/admin/players/:player_id/scores',
    good: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '5' }] }],
    bad: [
      { rewards: [{ metric: { id: 'xp', type: 'points' }, verb: 'add', value: '5' }] },
      { rewards: [{ verb: 'add' }] },
    ],
  },
  {
    name: 'POST /v2/runtime/notifications',
    good: [{ ids: [] }],
    bad: [{ ids: 'all' }],
  },
]

/** Those whose answers a real game is asked for, with what else they need. */
const asked = [
  ['GET /v2/runtime/player', {}],
  ['GET /v1/player', {}],
  ['GET /v2/runtime/actions', {}],
  ['GET /v2/runtime/activity', {}],
  ['GET /v2/runtime/leaderboards', {}],
  ['GET /v2/runtime/definitions/metrics', {}],
  ['GET /v2/admin/players', { query: { limit: '1' } }],
  ['GET /v2/design/versions/:version/metrics', { params: { version: 'latest' } }],
  ['POST /v2/runtime/actions/:action_id/play', { params: { action_id: 'like' }, body: { count: 3 } }],
  ['GET /v2/runtime/notifications', {}],
] as const

/** Compiles a program that uses the types of the package; gives what the compiler says. */
async function compile(program: string, ...more: readonly string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-types-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'testing.d.ts'), testingTypes())
  writeFileSync(join(directory, 'examples.ts'), program)
  const flags = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom']
  return run(directory, join(root, 'node_modules/.bin/tsc'), ...flags, '--types', '', ...more, 'examples.ts')
}

test('what the types say of routes, their rows say too, and a game answers so', { timeout: 60_000 }, async () => {
  const lines = [HEAD, ...bodies.flatMap(bodyLines), ...(await answerLines())]
  expect(await compile(lines.join('\n'))).toBe('')
})

/** Reads a share of a report, and the median of a metric whose kind the test knows. */
const BALANCE = `import { simulate } from './testing.js'
import type { PointsRow, SimulationParts, SimulationReport } from './testing.js'
declare const expect: (value: number) => { toBeGreaterThan: (other: number) => void }
export async function use() {
  const { expect: judged } = await simulate({ design: 'design', simulation: 'month', game: { timezone: 'UTC' } })
  return judged.every((each) => each.holds && each.seen !== null)
}
declare const all: SimulationReport['all']
const xp = all.metrics['xp'] as readonly PointsRow[]
export const median: string | null | undefined = xp.at(-1)?.median
`

test.each([
  ['strict', "expect(all.reached['rank:Gold'].share).toBeGreaterThan(0.5)", []],
  [
    'strict about indices',
    "expect(all.reached['rank:Gold']?.share ?? 0).toBeGreaterThan(0.5)",
    ['--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noPropertyAccessFromIndexSignature'],
  ],
])('a test of a balance compiles where the compiler is %s', { timeout: 60_000 }, async (_, line, flags) => {
  expect(await compile(`${BALANCE}${line}`, ...flags)).toBe('')
})

test('a simulation and its report have the types that are said', { timeout: 60_000 }, async () => {
  const report = await simulate({ design: contractDesign as never, simulation: sound, days: 1 })
  expect(Object.keys(report.all.metrics)).not.toEqual([])
  const lines = [
    `export let report: SimulationReport = ${JSON.stringify(report)}`,
    // A report has nothing that its type does not name.
    ...unnamedIn(report).map((more) => `// @ts-expect-error\nreport = ${JSON.stringify(more)}`),
    `export let parts: SimulationParts = ${JSON.stringify(sound)}`,
    ...unsound.map((parts) => `// @ts-expect-error\nparts = ${JSON.stringify(parts)}`),
  ]
  expect(await compile(BALANCE + lines.join('\n'))).toBe('')
})

test('checks and their report have the types that are said', { timeout: 60_000 }, async () => {
  const checks = [
    { id: 'grows', never_falls: 'xp' },
    { id: 'poor', at_most: { metric: 'xp', gain: 1, within: '1d' } },
  ] as const
  const report = await check({ design: contractDesign as never, checks, runs: 30 })
  expect(report.checks.map(({ counterexample }) => counterexample !== undefined)).toContain(true)
  expect(report.lints).not.toEqual([])
  const lines = [
    "import type { CheckParts, CheckReport } from './testing.js'",
    `export let report: CheckReport = ${JSON.stringify(report)}`,
    ...[
      { ...report, more: 1 },
      { ...report, checks: [{ ...report.checks[0], more: 1 }] },
    ].map((more) => `// @ts-expect-error\nreport = ${JSON.stringify(more)}`),
    `export let parts: readonly CheckParts[] = ${JSON.stringify(checks)}`,
    ...[{ never_fals: 'xp' }, { ends: 'tour' }, { always: { type: 'vars' } }].map(
      (part) => `// @ts-expect-error\nparts = [${JSON.stringify(part)}]`,
    ),
  ]
  expect(await compile(lines.join('\n'))).toBe('')
})

const persona = { sessions: 0.8, hours: [8, 23], plays: { between: [2, 3] }, choices: [{ action: 'like' }] } as const
const sound = {
  days: 2,
  groups: [{ persona: 'fan', players: 3, joins: { over_days: 2 } }],
  personas: { fan: persona },
  expect: [{ metric: 'xp', of: 'gini', max: 1 }],
} as const
const unsound = [
  { ...sound, groups: [{ persona: 'fan' }] },
  { ...sound, personas: { fan: { ...persona, hours: [8] } } },
  { ...sound, personas: { fan: { ...persona, choices: [{ acton: 'like' }] } } },
  { ...sound, expect: [{ metric: 'xp', of: 'middle', max: 1 }] },
]

/** A report with a field more, in itself and in what all players came to. */
const unnamedIn = (report: SimulationReport): readonly object[] => [
  { ...report, more: 1 },
  { ...report, all: { ...report.all, more: 1 } },
]

/** Parts of an input may be left out just where nothing in them is needed. */
const HEAD = `import type { GameClient, RouteInput, RouteOutput } from './testing.d.ts'
declare const client: GameClient
void client.call('GET /v2/admin/players')
// @ts-expect-error
void client.call('GET /v2/admin/players/:player_id')
export let value: unknown
value = { params: { action_id: 'like' }, as: 'neo' } satisfies RouteInput<'POST /v2/runtime/actions/:action_id/play'>
// @ts-expect-error
value = { body: {} } satisfies RouteInput<'POST /v2/runtime/actions/:action_id/play'>
// @ts-expect-error
value = {} satisfies RouteInput<'POST /v2/admin/players'>
value = { query: { limit: 5, skip: '1' } } satisfies RouteInput<'GET /v2/admin/players'>
// @ts-expect-error
value = { query: { max: 5 } } satisfies RouteInput<'GET /v2/admin/players'>
value = { file: new Uint8Array() } satisfies RouteInput<'POST /v2/design/images'>
// @ts-expect-error
value = { params: { image_id: 5 } } satisfies RouteInput<'GET /v2/design/images/:image_id'>`

/** An example is taken by the schema just where the compiler is to take it. */
function bodyLines({ name, good, bad }: (typeof bodies)[number]): readonly string[] {
  const row = routes.find(({ method, api, path }) => name === `${method} /${api}${path}`)
  const schema = row?.body?.()
  for (const body of good)
    expect(schema?.safeParse(body).error, `${name} takes ${JSON.stringify(body)}`).toBeUndefined()
  for (const body of bad) expect(schema?.safeParse(body).success, `${name} takes ${JSON.stringify(body)}`).toBe(false)
  const line = (body: unknown): string => `value = ${JSON.stringify(body)} satisfies RouteInput<'${name}'>['body']`
  return [...good.map(line), ...bad.map((body) => `// @ts-expect-error\n${line(body)}`)]
}

async function answerLines(): Promise<readonly string[]> {
  await using game = await startGame({ design: contractDesign as never })
  await game.client.call('POST /v2/admin/players', { body: { id: 'neo' } })
  const lines: string[] = []
  for (const [name, input] of asked) {
    const { body } = await game.client.call(name, { as: 'neo', ...input } as never)
    expect(isAnswerOf(name, body)).toBe(true)
    lines.push(`value = ${JSON.stringify(body)} satisfies RouteOutput<'${name}'>`)
    lines.push(`// @ts-expect-error\nvalue = { nothing: 1 } satisfies RouteOutput<'${name}'>`)
  }
  return lines
}
