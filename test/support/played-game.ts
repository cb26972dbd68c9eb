import { afterEach } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { HistoryEntry } from '../../src/emulator/history/history-range.ts'
import type { Runtime } from '../../src/emulator/runtime.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { emptyDesign, type DesignSource } from '../../src/game/design/source.ts'
import { faultBody, isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { readProfile } from '../../src/game/players/profile.ts'
import { action, add, designOf, point } from './design-parts.ts'
import { openGame } from './http.ts'
import { makePlace, type StorageName } from './storages.ts'

/** Who runs the game. */
export const operator = { client: 'test' }

/** The player of a played game, who acts for itself. */
export const neo = { client: 'test', player: 'neo' }

/** What neo does. */
export const like = { action: 'like', count: 1, variables: {}, scopes: [], query: false }

const likeParts = { metrics: [point('xp')], actions: [action('like', [add('xp', '10')])] }

/** A design with one action, `like`, which gives 10 XP. */
export const likes = designOf(likeParts)

/** The same with a board of each day. */
export const likeDesign = {
  ...emptyDesign,
  ...likeParts,
  leaderboards: [
    {
      id: 'top',
      name: 'Top',
      type: 'regular',
      entity_type: 'players',
      metric: { id: 'xp', type: 'point' },
      scope: { type: 'game' },
      cycles: ['alltime', 'daily'],
    },
  ],
} as unknown as DesignSource

/** What a game is opened with, where not the usual. */
export type GameOptions = Partial<Parameters<typeof openGame>[0]>

/** A runtime of a game of a test, with that game. */
export type PlayedGame = Runtime & { readonly emulator: Emulator }

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Has a game end with the test, in whatever order it ends games. */
export function endsWithTest(emulator: Pick<Emulator, 'stop'>): void {
  endings.push(() => emulator.stop().catch(() => {}))
}

/** A game of its own with one player, neo, who has played so often. It ends with the test. */
export async function playedGame(storage: StorageName, plays = 0, options: GameOptions = {}): Promise<PlayedGame> {
  const { data, remove } = await makePlace(storage)
  endings.push(remove)
  return playedGameIn(data, plays, options)
}

/** The same in this place, which somebody else removes. */
export async function playedGameIn(
  data: GameOptions['data'],
  plays = 0,
  options: GameOptions = {},
): Promise<PlayedGame> {
  const emulator = await openGame({ design: likeDesign, data, ...options })
  endsWithTest(emulator)
  await emulator.ready
  const runtime = emulator.runtime('staging')
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  for (let i = 0; i < plays; i += 1) await play(runtime)
  return Object.assign(runtime, { emulator })
}

/** The game as a start finds it again, once it was stopped. */
export async function startedAgain({ emulator }: Pick<PlayedGame, 'emulator'>): Promise<Runtime> {
  const { data } = emulator.settings
  await emulator.stop()
  const again = await openGame({ design: likeDesign, data, now: undefined, freeze: undefined })
  endsWithTest(again)
  await again.ready
  return again.runtime('staging')
}

/** Has neo like something. */
export const play = (runtime: Runtime) => runtime.execute(playAction, like, neo)

/** What neo has. */
export async function xpOf(runtime: Runtime): Promise<string | Fault> {
  const profile = await runtime.execute(readProfile, { id: 'neo' }, operator)
  if (isFault(profile)) return profile
  const [score] = profile.scores
  return score && 'value' in score && typeof score.value === 'string' ? score.value : '0'
}

/** All entries of its history. */
export const entriesOf = (runtime: Runtime): Promise<HistoryEntry[]> => Array.fromAsync(runtime.history({}))

/** What was asked for, and no fault. */
export function got<T>(value: T): Exclude<T, Fault> {
  if (isFault(value)) throw new Error(JSON.stringify(faultBody(value)))
  return value as Exclude<T, Fault>
}
