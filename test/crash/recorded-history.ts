import assert from 'node:assert/strict'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import { emptyDesign } from '../../src/game/design/source.ts'
import { readPlayerFeed } from '../../src/game/feeds/operations.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { readProfile } from '../../src/game/players/profile.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { openOn } from './open-on.ts'

/** A game in which each play of `like` gives 10 XP and each 3rd play is an achievement: two metrics that must agree. */
function likes(): Design {
  const design = compileDesign({
    ...emptyDesign,
    metrics: [
      { id: 'xp', name: 'XP', type: 'point' },
      { id: 'badges', name: 'Badges', type: 'set', constraints: { items: [{ name: 'Fan' }] } },
    ],
    actions: [
      {
        id: 'like',
        name: 'Like',
        rules: [{ requires: {}, rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }] }],
      },
    ],
    rules: [
      {
        id: 'fan',
        name: 'Fan',
        type: 'achievement',
        metric: 'badges',
        items: [{ key: 'Fan', value: '1' }],
        requires: { type: 'action', context: { id: 'like', operator: 'ge', value: 3 } },
      },
    ],
  })
  assert('source' in design, 'the design of the crash tests is right')
  return design
}

const design = likes()
const limits = { segmentBytes: 6000, snapshotEntries: 7 }

/** Opens the game on these files, with segments and snapshots small enough that a short history has many. */
export function openGame(files: FileSystem): Promise<Emulator> {
  let now = Date.UTC(2030, 0, 1)
  return openOn(files, { design, limits, machineNow: () => (now += 1000) })
}

/** What the callers of a game have been answered. */
export interface Answered {
  readonly players: Set<string>
  /** Ids of the events of plays, by player. */
  readonly plays: Map<string, string[]>
}

export const nothingAnswered = (): Answered => ({ players: new Set(), plays: new Map() })

const players = ['neo', 'trinity', 'morpheus'] as const

/** One caller's life: comes to the game if it is not there, then plays so often, noting each answer. */
async function live(emulator: Emulator, id: string, plays: number, answered: Answered): Promise<void> {
  const staging = emulator.runtime('staging')
  const created = await staging.execute(createPlayer, { id }, { client: 'test' })
  if (isFault(created)) assert.equal(created.fault, 'player_exists')
  else answered.players.add(id)
  const known = answered.plays.get(id) ?? []
  answered.plays.set(id, known)
  const input = { action: 'like', count: 1, variables: {}, scopes: [], query: false }
  for (let i = 0; i < plays; i += 1) {
    const played = await staging.execute(playAction, input, { client: 'test', player: id })
    assert(!isFault(played), 'nothing stands in the way of a play')
    known.push(played.events.local[0]?.id ?? '')
  }
}

/** The recorded history: three callers side by side, a stop, another start, and more of them. */
export async function liveHistory(files: FileSystem, answered: Answered): Promise<void> {
  for (const plays of [5, 4]) {
    const emulator = await openGame(files)
    try {
      const lives = await Promise.allSettled(players.map((id) => live(emulator, id, plays, answered)))
      for (const one of lives) if (one.status === 'rejected') throw one.reason
    } finally {
      await emulator.stop()
    }
  }
}

/** What of an acknowledged history is not there, or only half there; undefined where all is well. */
export async function problemIn(emulator: Emulator, answered: Answered): Promise<string | undefined> {
  const staging = emulator.runtime('staging')
  for (const id of players) {
    const profile = await staging.execute(readProfile, { id }, { client: 'test' })
    if (isFault(profile)) {
      if (answered.players.has(id)) return `${id} was created and is gone`
      continue
    }
    const feed = await staging.execute(readPlayerFeed, { id, start: 0, end: undefined }, { client: 'test' })
    assert(!isFault(feed), 'a player who is there has a feed')
    const ids = new Set(feed.map((event) => event.id))
    const lost = (answered.plays.get(id) ?? []).filter((play) => !ids.has(play))
    if (lost.length > 0) return `${id} was answered ${lost.length} plays that are gone`
    const plays = feed.filter(({ event }) => event === 'action').length
    const score = (metric: string) => profile.scores.find((one) => one.metric.id === metric)?.value
    if ((score('xp') ?? '0') !== String(plays * 10))
      return `${id} played ${plays} times and has ${JSON.stringify(score('xp'))} XP`
    if ((score('badges') !== undefined) !== plays >= 3)
      return `${id} played ${plays} times and has ${JSON.stringify(score('badges'))}`
  }
  let last = 0
  for await (const { seq } of staging.history({})) {
    if (seq !== last + 1) return `entry ${seq} follows entry ${last}`
    last = seq
  }
  return undefined
}
