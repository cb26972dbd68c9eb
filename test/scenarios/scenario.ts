import { expect, test } from 'vitest'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
import { onEachStorage, type StorageName } from '../support/storages.ts'
import { happening } from '../support/subject-events.ts'

/** A call: `POST /v2/admin/players`, and what it carries. */
export interface Step {
  readonly call: string
  readonly ask?: Ask
}

/** A call and the whole of its answer; 200 unless told. */
export interface Told extends Step {
  readonly status?: number
  readonly body: unknown
}

/** What happened, as the engine writes it: what a test needs and cares not how it came about. */
export interface Happened {
  readonly events: readonly GameEvent[]
}

/** One use of the service: what was before, the same call in each version that has it, and exactly what happened. */
export interface Scenario {
  readonly name: string
  readonly design?: DesignSource
  readonly given?: readonly (Step | Happened)[]
  readonly v2?: Told
  readonly v1?: Told
  /** The events in the journal since `given`, all of them, as the engine wrote them. */
  readonly events: readonly unknown[]
}

/** The id of an event. */
export const anId: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)

/** The time at which the clocks of scenarios stand still. */
export const NOON = '2030-01-06T12:00:00.000Z'

/** Metrics of the contract's design, as answers refer to them. */
export const xp = { id: 'xp', name: 'XP', type: 'point' }
export const coins = { id: 'coins', name: 'Coins', type: 'point' }
export const worth = { id: 'worth', name: 'Worth', type: 'compound' }
export const rank = { id: 'rank', name: 'Rank', type: 'state' }
export const badges = { id: 'badges', name: 'Badges', type: 'set' }

/** A change of a metric's value. */
export const from = (old: string | null, metric: unknown, now: string | null) => ({ metric, delta: { old, new: now } })

/** Runs scenarios, each in its own game, once for each way to keep a game and for each version. */
export function scenarios(list: readonly Scenario[]): void {
  onEachStorage((storage) => {
    for (const scenario of list) {
      for (const version of ['v2', 'v1'] as const) {
        const told = scenario[version]
        if (told) test(`${scenario.name} (${version})`, () => run(scenario, told, storage))
      }
    }
  })
}

async function run(
  { design = contractDesign, given = [], events }: Scenario,
  told: Told,
  storage: StorageName,
): Promise<void> {
  const game = await serveGame({ storage, design })
  try {
    for (const step of given) await happens(game, step)
    const before = game.emulator.runtime('staging').state.seq
    const { status, body } = await send(game, told)
    expect({ status, body }).toEqual({ status: told.status ?? 200, body: told.body })
    expect(await eventsAfter(game, before)).toEqual(events)
  } finally {
    await game.stop()
  }
}

async function happens(game: TestGame, step: Step | Happened): Promise<void> {
  if ('call' in step) expect((await send(game, step)).status, step.call).toBe(200)
  else await game.emulator.runtime('staging').execute(happening, { events: step.events }, { client: 'test' })
}

/** Sends a step's call. */
export function send(game: TestGame, { call, ask }: Step): ReturnType<TestGame['request']> {
  const [method = '', path = ''] = call.split(' ')
  return game.request(method, path, ask)
}

async function eventsAfter({ emulator }: TestGame, seq: number): Promise<unknown[]> {
  const entries = await Array.fromAsync(emulator.runtime('staging').history({ since: { seq: seq + 1 } }))
  return entries.flatMap((entry) => entry.events)
}

/** Makes a player, without a word about its alias. */
export const newPlayer = (id: string): Step => ({ call: 'POST /v2/admin/players', ask: { body: { id } } })

/** Plays an action once. */
export const played = (action: string, as: string, body: unknown = {}): Step => ({
  call: `POST /v2/runtime/actions/${action}/play`,
  ask: { as, body },
})
