import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { clientTypes } from '../../../scripts/types/client-types.ts'
import { compile } from '../../../test/support/compile.ts'
import { designOf, hugeDesign, nastyDesign, templateDesign, templates } from '../../../test/support/declared-designs.ts'
import type { Design } from '../../game/design/design.ts'
import { designTypes } from '../../project/design-types.ts'
import * as module from './app-client.ts'

vi.setConfig({ testTimeout: 240_000 })

const web = { lib: ['es2024', 'dom'], skipLibCheck: false }
const typesOfNode = join(import.meta.dirname, '../../../node_modules/@types')
const modes = [
  ['strict', web],
  ['strict and exact', { ...web, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
] as const

const declared = (design: Design, dialect: 'documented' | 'recorded' = 'documented'): string =>
  designTypes(design, { title: 'Game', dialect })

const head = `
import { changesOf, createClient, GamifyError, scoresOf } from './client'
import type { Client, Notification, PlayAnswer, Profile } from './client'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const url = 'http://127.0.0.1:4040'
`

/** Whether code that uses the types of a game compiles: the compiler's words, which are none where it does. */
const check = (game: string, use: string, options: object): Promise<string> =>
  compile(
    { 'client.d.ts': clientTypes(), 'game.ts': game, 'use.ts': `${head}\nimport type { Game } from './game'\n${use}` },
    { ...options },
  )

test('the declarations have what the module has, and the error has the fields that they say', () => {
  const text = clientTypes()
  const names = Array.from(text.matchAll(/^export declare (?:function|class) (\w+)/gm), ([, name]) => name)
  expect(new Set(names)).toEqual(new Set(Object.keys(module)))
  const [, body = ''] = /^export declare class GamifyError[^{]*\{\n([^]*?)^\}/m.exec(text) ?? []
  const fields = Array.from(body.matchAll(/^ {2}readonly (\w+)/gm), ([, name]) => name)
  const error = new module.GamifyError({ code: 'unreachable', status: 0, description: 'x', route: 'GET /x' })
  expect(new Set(fields)).toEqual(new Set(Object.keys(error)))
})

const options = `
createClient({ url, clientId: 'a', clientSecret: 'b' })
createClient({ url, token: 'a', timeoutMs: 1, retries: 0, fetch })
createClient({ url, token: () => 'a' })
createClient({ url, jwt: async () => 'a' })
// @ts-expect-error no credentials
createClient({ url })
// @ts-expect-error a client without its secret
createClient({ url, clientId: 'a' })
// @ts-expect-error no address
createClient({ token: 'a' })
// @ts-expect-error a misspelt option
createClient({ url, token: 'a', timeout: 1 })
`

const harbour = (): Design =>
  designOf({
    metrics: [
      { id: 'xp', name: 'XP', type: 'point' },
      {
        id: 'badges',
        name: 'Badges',
        type: 'set',
        constraints: { items: [{ name: 'Rookie' }, { name: 'Two words' }] },
      },
      { id: 'rank', name: 'Rank', type: 'state', constraints: { states: [{ name: 'Novice' }, { name: 'Master' }] } },
    ],
    actions: [
      { id: 'like', name: 'Like' },
      { id: 'rate', name: 'Rate', variables: [{ name: 'stars', type: 'int', required: true }] },
      { id: 'tell', name: 'Tell', variables: [{ name: 'text', type: 'string' }] },
    ],
    leaderboards: [
      {
        id: 'top',
        name: 'Top',
        type: 'regular',
        entity_type: 'players',
        scope: { type: 'game' },
        metric: { id: 'xp', type: 'point' },
        cycles: ['alltime', 'weekly'],
      },
    ],
  })

const everything = `
${options}
const client = createClient<Game>({ url, token: 'x' })
const neo: Client<Game> = client.as('neo')
export async function use(signal: AbortSignal): Promise<void> {
  const answer: PlayAnswer<Game> = await neo.play('like', undefined, { count: 2, signal, timeoutMs: 5, query: false })
  await neo.play('like')
  await neo.play('rate', { stars: 5 })
  // @ts-expect-error an unknown action
  await neo.play('lik')
  // @ts-expect-error a missing variable
  await neo.play('rate')
  // @ts-expect-error a mistyped variable
  await neo.play('rate', { stars: '5' })
  // @ts-expect-error a misspelt variable
  await neo.play('rate', { star: 5 })
  // @ts-expect-error a variable too many
  await neo.play('like', { stars: 5 })
  // @ts-expect-error a misspelt option
  await neo.play('like', {}, { counts: 2 })
  await neo.play('like', {}, { idempotencyKey: 'a' })
  await neo.call('PUT /v2/admin/players/:player_id/disable', { params: { player_id: 'neo' }, idempotencyKey: 'a' })
  // @ts-expect-error a read needs no key
  await neo.call('GET /v2/runtime/player', { idempotencyKey: 'a' })

  await neo.play('tell', { text: undefined })
  await neo.play('tell', { text: 'well' })
  // @ts-expect-error a text is not a number
  await neo.play('tell', { text: 1 })

  const xp = changesOf(answer, 'xp')
  true satisfies Same<(typeof xp)[number]['new'], string | null>
  const rookies: string | null | undefined = changesOf(answer, 'badges')[0]?.Rookie?.new
  const rank = changesOf(answer, 'rank')
  true satisfies Same<(typeof rank)[number]['new'], 'Master' | 'Novice' | null>
  // @ts-expect-error an unknown metric
  changesOf(answer, 'xpp')
  // @ts-expect-error an unknown item
  changesOf(answer, 'badges')[0]?.Rooky
  for (const event of answer.events.local)
    if (event.event === 'action') {
      const id: keyof Game['actions'] = event.action.id
      const metric: keyof Game['metrics'] | undefined = event.changes[0]?.metric.id
      // @ts-expect-error no such action
      if (event.action.id === 'lik') break
      void [id, metric]
    }

  const profile: Profile<Game> = await neo.profile({ signal })
  const scores = scoresOf(profile)
  const amount: string | undefined = scores.xp
  const count: string | undefined = scores.badges?.Rookie?.count
  const state = scores.rank?.name
  true satisfies Same<typeof state, 'Master' | 'Novice' | undefined>
  // @ts-expect-error an unknown metric
  scores.xpp

  const { data, total } = await neo.leaderboard('top', { cycle: 'weekly', limit: 3 })
  await neo.leaderboard('top')
  // @ts-expect-error an unknown leaderboard
  await neo.leaderboard('tops')
  // @ts-expect-error a cycle that it does not have
  await neo.leaderboard('top', { cycle: 'yearly' })
  const first: string | readonly string[] | undefined = data[0]?.score

  await client.call('POST /v2/admin/players', { body: { id: 'neo' }, timeoutMs: 1 })
  const actions = await neo.call('GET /v2/runtime/actions')
  const picture: Uint8Array = await client.call('GET /v2/runtime/assets/definitions/metrics/:metric_id', { params: { metric_id: 'xp' } })
  await neo.call('POST /v2/runtime/player', { file: new Blob([]) })
  await neo.call('POST /v2/runtime/player', { file: new Uint8Array() })
  // @ts-expect-error an unknown route
  await client.call('GET /v2/runtime/playr')
  // @ts-expect-error a missing parameter
  await client.call('GET /v2/runtime/teams/:team_id')
  // @ts-expect-error an unknown component
  await client.call('GET /v2/runtime/leaderboards/:leaderboard_id', { params: { leaderboard_id: 'tops' } })
  // @ts-expect-error version 1
  await client.call('GET /v1/player')

  for await (const player of client.list('GET /v2/admin/players', { query: { limit: 10 } })) {
    const id: string = player.id
    void id
  }
  // @ts-expect-error not a list of pages
  client.list('GET /v2/runtime/player')
  for await (const notification of neo.notifications({ signal, after: 'x' })) {
    const each: Notification<Game> = notification
    if (each.event === 'level') void each.changes
  }
  try {
    await neo.play('like')
  } catch (error) {
    if (error instanceof GamifyError && error.code === 'rate_limit_exceeded' && !error.isUncertain) {
      const [status, words, path]: [number, string, string | undefined] = [error.status, error.description, error.data?.errors[0]?.path]
      void [status, words, path]
    }
  }
  void [rookies, rank, amount, count, state, total, first, actions[0]?.rewards, picture, xp]
}`

const untyped = `
${options}
export async function use(): Promise<void> {
  const client = createClient({ url, token: 'x' })
  const answer = await client.as('neo').play('anything', { stars: 1, text: 'two' })
  await client.play('nothing')
  // @ts-expect-error a variable that is neither a text nor a number
  await client.play('anything', { stars: true })
  for (const event of [...answer.events.local, ...answer.events.global])
    if (event.event === 'action') void [event.changes[0]?.metric.id, event.action.name]
  const { scores } = await client.profile()
  const id: string | undefined = scores[0]?.metric.id
  const page = await client.leaderboard('any', { scope_id: 'x', cycle: 'weekly' })
  await client.leaderboard('any')
  await client.perform('neo/tour', 'study:study', { query: false })
  const found = scoresOf(await client.profile())['xp']
  void [id, page.total, found, changesOf(answer, 'xp')[0]]
  type G = Game
}`

const quest = `
export async function use(): Promise<void> {
  const neo = createClient<Game>({ url, token: 'x' }).as('neo')
  const { triggers, events } = await neo.perform('neo/expedition', 'cave/dig:dig', { query: true })
  // @ts-expect-error the path of an activity instead of its trigger
  await neo.perform('neo/expedition', 'cave/dig')
  await neo.call('POST /v2/runtime/processes', { body: { definition: 'expedition', id: 'mine' } })
  // @ts-expect-error a misspelt process
  await neo.call('POST /v2/runtime/processes', { body: { definition: 'expeditio', id: 'mine' } })
  await neo.call('POST /v2/runtime/teams', { body: { definition: 'guild', name: 'Us' } })
  // @ts-expect-error a misspelt team
  await neo.call('POST /v2/runtime/teams', { body: { definition: 'gild', name: 'Us' } })
  const gold = changesOf({ triggers, events }, 'gold')
  const old: string | null | undefined = gold[0]?.old
  void old
}`

const league = `
export async function use(): Promise<void> {
  const client = createClient<Game>({ url, token: 'x' })
  await client.leaderboard('cup', { scope_id: 'spring' })
  await client.leaderboard('squad', { team_instance_id: 'hawks' })
  // @ts-expect-error it needs a scope
  await client.leaderboard('cup')
  // @ts-expect-error it needs a team
  await client.leaderboard('squad', {})
  // @ts-expect-error it has no scopes
  await client.leaderboard('scorers', { scope_id: 'spring' })
}`

const any = `
const client = createClient<Game>({ url, token: 'x' })
export const plays = (action: keyof Game['actions']) => client.call('POST /v2/runtime/actions/:action_id/play', { params: { action_id: action }, body: {} })
export const profile = (): Promise<Profile<Game>> => client.profile()
// @ts-expect-error an unknown action
export const wrong = () => client.play('no such action')
`

describe.each(modes)('%s', (_, mode) => {
  test('what is right for a game compiles, and nothing else', async () => {
    expect(await check(declared(harbour()), everything, mode)).toBe('')
  })

  test.each([
    ['quest', quest],
    ['league', league],
    ['empty', untyped],
  ])('what is right for the template %s compiles, and nothing else', async (name, use) => {
    expect(await check(declared(await templateDesign(name)), use, mode)).toBe('')
  })

  test('a client of every template, and of the worst designs, compiles', async () => {
    const designs = [...(await Promise.all(templates.map(templateDesign))), nastyDesign(), hugeDesign()]
    const files = designs.flatMap((design, i) => [
      [`game-${i}.ts`, declared(design)],
      [`use-${i}.ts`, `${head}\nimport type { Game } from './game-${i}'\n${any}`],
    ])
    expect(await compile({ 'client.d.ts': clientTypes(), ...Object.fromEntries(files) }, mode)).toBe('')
  })

  test('the dialect of the game decides the shapes of answers', async () => {
    const use = `
      export async function use(): Promise<void> {
        const neo = createClient<Game>({ url, token: 'x' })
        const badges = scoresOf(await neo.profile()).badges
        const name: keyof Game['metrics']['badges']['items'] | undefined = badges?.[0]?.name
        const [action] = await neo.call('GET /v2/runtime/actions')
        // @ts-expect-error a field of the other dialect
        void action?.actions
        void [name, action?.rewards]
      }`
    expect(await check(declared(harbour(), 'recorded'), use, mode)).toBe('')
  })
})

test('the program of the guide compiles, and the lines that it says do not', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/apps.md'), 'utf8')
  const [, program = ''] = /```ts app\.mts\n([^]*?)```/.exec(guide) ?? []
  const [, wrong = ''] = /These lines do not compile: ([^]*?)\n\n/.exec(guide) ?? []
  const lines = Array.from(wrong.matchAll(/`([^`]+)`/g), ([, line = '']) => `// @ts-expect-error\nvoid ${line}\n`)
  expect(lines).toHaveLength(5)
  const files = {
    'client.d.ts': clientTypes(),
    'game.ts': declared(await templateDesign('starter')),
    'app.mts': program.replace('gamify/client', './client') + lines.join(''),
  }
  const node = { allowImportingTsExtensions: true, types: ['node'], typeRoots: [typesOfNode], moduleDetection: 'force' }
  expect(await compile(files, { ...web, ...node })).toBe('')
})

test('the types say nothing of the sources that they are made of', () => {
  expect(clientTypes().match(/\bimport\b|\$\w+|#\/\w+/g)).toBe(null)
})
