import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { isFault, statusOf } from '../../src/game/kernel/fault.ts'
import { openWorld, type World } from '../contract/world.ts'
import { everyGet } from '../support/canonical-hash.ts'
import { forged } from '../support/forged-state.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** So many are forged of each way of exporting, where not told otherwise. */
const USUAL_RUNS = 40

let world: World
const texts = { whole: '', state: '' }

beforeAll(async () => {
  world = await openWorld('in memory')
  await live(world)
  texts.whole = await exported(world.emulator, true)
  texts.state = await exported(world.emulator, false)
})
afterAll(() => world.stop())

/** Days go by, so that periods are over, and some who were there are gone. */
async function live({ request }: World): Promise<void> {
  const done = async (method: string, path: string, ask: Parameters<typeof request>[2] = {}): Promise<void> => {
    const { status, text } = await request(method, path, ask)
    if (status !== 200) throw new Error(`${method} ${path} answered ${text}`)
  }
  const like = (as: string): Promise<void> =>
    done('POST', '/v2/runtime/actions/like/play', {
      as,
      body: {
        scopes: [
          { id: 'best/a', entity_id: as },
          { id: 'squads/b', entity_id: 'open-guild' },
        ],
      },
    })
  for (const as of ['neo', 'trinity', 'morpheus']) await like(as)
  await done('PATCH', '/_gamify/clock', { body: { advance: '1d' } })
  await like('trinity')
  await done('POST', '/v2/admin/players/trinity/reset')
  await done('POST', '/v2/admin/players', { body: { id: 'tank', email: 'tank@example.com' } })
  await like('tank')
  await like('neo')
  await done('DELETE', '/v2/admin/players/tank')
  await done('PATCH', '/_gamify/clock', { body: { advance: '1d' } })
  for (const as of ['neo', 'morpheus']) await like(as)
}

async function exported(emulator: Emulator, history: boolean): Promise<string> {
  return (await Array.fromAsync(emulator.whole('staging').exported({ history }))).join('')
}

async function* inBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

const imported = (text: string) => world.emulator.whole('staging').import(inBytes(text))

/** What a game cannot do any more that was taken in; undefined where all is well. */
async function lookThrough(): Promise<string | undefined> {
  const { emulator } = world
  const text = await exported(emulator, true)
  await everyGet({ runtime: emulator.runtime('staging') }, ['neo'])
  const again = await imported(text)
  if (isFault(again)) return `what it exports is refused: ${JSON.stringify(again.facts)}`
  const twice = await exported(emulator, true)
  if (twice !== text) return `what it exports comes back otherwise: ${firstDifference(text, twice)}`
  return goOn()
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.stack} ${wordsOf(error.cause)}` : String(error)

function firstDifference(one: string, other: string): string {
  const [ours, theirs] = [one.split('\n'), other.split('\n')]
  const at = ours.findIndex((line, i) => line !== theirs[i])
  return `line ${at + 1}: ${ours[at]?.slice(0, 300)} / ${theirs[at]?.slice(0, 300)}`
}

/** Calls that change much, whatever they answer. */
async function goOn(): Promise<undefined> {
  const { request } = world
  const calls: readonly (readonly [string, string, object?])[] = [
    ['POST', '/v2/runtime/actions/like/play', { as: 'neo', body: {} }],
    ['POST', '/v2/runtime/actions/burst/play', { as: 'neo', body: {} }],
    ['POST', '/v2/runtime/processes/neo%2Fplayed/play', { as: 'neo', body: { trigger: 'wave' } }],
    ['POST', '/v2/runtime/teams/open-guild/leave', { as: 'trinity' }],
    ['POST', '/v2/runtime/teams/open-guild/join', { as: 'oracle', body: { roles: {} } }],
    ['DELETE', '/v2/admin/teams/elders'],
    ['POST', '/v2/admin/players/neo/revert', { body: { event_ids: [world.facts.liked] } }],
    ['GET', '/v2/runtime/activity', { as: 'neo', query: { start: 0 } }],
    ['GET', '/v2/runtime/notifications', { as: 'trinity', query: { start: 0 } }],
    ['GET', '/_gamify/journal'],
    ['DELETE', '/v2/admin/players/morpheus'],
    ['DELETE', '/v2/admin/players/neo'],
    ['POST', '/v2/admin/players', { body: { id: 'neo' } }],
  ]
  for (const [method, path, ask] of calls) await request(method, path, ask ?? {})
  return undefined
}

test.each(['whole', 'state'] as const)(
  'a forged state is refused, or makes a game that goes on: %s',
  { timeout: TIMEOUT_MS },
  async (which) => {
    const { numRuns, seed: first = 1 } = runs(USUAL_RUNS)
    const back = async (): Promise<void> => {
      const done = await imported(texts[which])
      if (isFault(done)) throw new Error(JSON.stringify(done.facts))
    }
    await back()
    let taken = 0
    const problems: string[] = []
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const { what, text } = await forged(texts[which], seed)
      const { state } = world.emulator.runtime('staging')
      const done = await imported(text).catch((error: unknown) => {
        problems.push(`seed ${seed}, ${what}: ${wordsOf(error)}`)
      })
      if (!done || isFault(done)) {
        if (done) expect([done.fault, statusOf(done), what]).toEqual(['invalid_request', 400, what])
        expect(world.emulator.runtime('staging').state).toBe(state)
        continue
      }
      taken += 1
      const problem = await lookThrough().catch(wordsOf)
      if (problem !== undefined) problems.push(`seed ${seed}, ${what}: ${problem}`)
      await back()
    }
    expect(problems).toEqual([])
    expect(taken).toBeGreaterThan(0)
  },
)
