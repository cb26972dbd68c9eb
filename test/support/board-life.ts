import { expect } from 'vitest'
import { playAction } from '../../src/game/actions/operations.ts'
import type { Design } from '../../src/game/design/design.ts'
import type { GameOperation, GameWalk } from '../../src/game/game-operation.ts'
import { newGame, type GameState } from '../../src/game/game-state.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import type { Steps } from '../../src/game/kernel/operation.ts'
import type { Board, FinishedPeriod, Rankings } from '../../src/game/leaderboards/boards.ts'
import { followBoards } from '../../src/game/leaderboards/follow.ts'
import type { BoardRequest } from '../../src/game/leaderboards/reading/reading.ts'
import { addMember } from '../../src/game/members/joining.ts'
import { removeMember } from '../../src/game/members/leaving.ts'
import { createPlayer, deletePlayer } from '../../src/game/players/administration.ts'
import { revertEvents } from '../../src/game/players/revert.ts'
import type { Ranking } from '../../src/game/ranking/ranking.ts'
import { evolve } from '../../src/game/registry.ts'
import { createTeamFor } from '../../src/game/teams/creation.ts'
import type { Journal } from '../../src/storage/journal.ts'
import { action, add, designOf, point, score, set } from './design-parts.ts'

/** Games with leaderboards of every kind, and lives for them. */

const DAY_MS = 86_400_000
const xp = { id: 'xp', type: 'point' } as const
const badges = { id: 'badges', type: 'set' } as const
const game = { type: 'game' } as const

/** A board of players by `xp`, for a day and for all time, where it does not say otherwise. */
export const board = (id: string, more: object = {}) => ({
  id,
  name: id,
  type: 'regular' as const,
  entity_type: 'players' as const,
  scope: game,
  metric: xp,
  cycles: ['daily', 'alltime'] as const,
  ...more,
})

/** One of each kind. */
export const allBoards = [
  board('top', { cycles: ['daily', 'weekly', 'alltime'] }),
  board('fans', { metric: badges, requires: score('xp', 'ge', '20') }),
  board('clubs', { entity_type: 'teams' }),
  board('all-in-clubs', { scope: { type: 'team_definition', id: 'club' } }),
  board('in-club', { scope: { type: 'team_instance', id: 'club' } }),
  board('arena', { scope: { type: 'custom' } }),
]

/** The game of these boards; one of other boards has the same plays. */
export const boardDesign = (leaderboards: readonly object[] = allBoards, more: object = {}): Design =>
  designOf({
    metrics: [point('xp'), set('badges', ['Fan', 'Pro'])],
    actions: [
      action('like', [add('xp', '1')]),
      action('share', [add('xp', '7.5'), add('badges', { Fan: '1' })]),
      action('sigh', [add('xp', '9007199254740993')]),
    ],
    teams: [{ id: 'club', name: 'club' }],
    leaderboards,
    ...more,
  })

/** What a life is lived in. */
interface Living {
  readonly execute: <I, R>(
    op: GameOperation<I, R>,
    input: I,
    caller: { readonly client: string; readonly player?: string },
  ) => Promise<Fault | R>
  readonly machine: { ms: number }
}

const operator = { client: 'test' }

/** A life of many things that count on boards, the same for the same seed. */
export class BoardLife {
  readonly #living: Living
  readonly #plays: { readonly id: string; readonly player: string }[] = []
  #random: number

  constructor(living: Living, seed: number) {
    this.#living = living
    this.#random = seed
  }

  /** Makes the players and clubs. */
  async begin(): Promise<void> {
    for (let i = 0; i < 8; i += 1) await this.#does(createPlayer, { id: `p${i}` })
    for (const id of ['red', 'blue', 'green']) await this.#does(createTeamFor, { definition: 'club', id })
  }

  async goOn(steps: number): Promise<void> {
    for (let i = 0; i < steps; i += 1) await this.#step()
  }

  async #step(): Promise<void> {
    const what = this.#below(20)
    const player = `p${this.#below(8)}`
    const subject = { kind: 'team', id: ['red', 'blue', 'green'][this.#below(3)] ?? '' } as const
    if (what < 12) return this.#play(player)
    if (what < 14) return void (await this.#does(addMember, { subject, player, roles: {} }))
    if (what < 15) return void (await this.#does(removeMember, { subject, player }))
    if (what < 17) return this.#reverts()
    if (what < 18) {
      if (this.#below(2) === 0) await this.#does(deletePlayer, { id: player })
      return void (await this.#does(createPlayer, { id: player }))
    }
    this.#living.machine.ms += this.#below(2) * DAY_MS
  }

  async #play(player: string): Promise<void> {
    const scopes =
      this.#below(2) === 0
        ? []
        : [{ id: `${this.#below(2) === 0 ? '' : 'arena/'}s${this.#below(3)}`, entity_id: `p${this.#below(8)}` }]
    const input = {
      action: ['like', 'like', 'share', 'sigh'][this.#below(4)] ?? '',
      count: 1,
      variables: {},
      scopes,
      query: false,
    }
    const played = await this.#living.execute(playAction, input, { client: 'test', player })
    if (isFault(played)) return
    for (const { id } of played.events.local as readonly { readonly id: string }[]) this.#plays.push({ id, player })
  }

  async #reverts(): Promise<void> {
    const [play] = this.#plays.splice(this.#below(this.#plays.length), 1)
    if (play) await this.#does(revertEvents, { id: play.player, eventIds: [play.id] })
  }

  async #does<I, R>(op: GameOperation<I, R>, input: I): Promise<Fault | R> {
    return this.#living.execute(op, input, operator)
  }

  #below(limit: number): number {
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((this.#random / 2 ** 32) * limit)
  }
}

/** Waits for boards, and for the rows of their finished periods; those of a period are there when it has been waited for. */
export const lookingAt = (...ids: readonly string[]): GameWalk<null, readonly string[]> => ({
  kind: 'walk',
  name: 'test.boards',
  walk: (state) => lookAt(state, ids),
})

function* lookAt({ boards }: GameState, ids: readonly string[]): Steps<readonly string[], BoardRequest> {
  const texts: string[] = []
  for (const id of ids) {
    while (!boards.byId.has(id)) yield { board: id }
    for (let i = 0; ; i += 1) {
      const periods = () => boards.byId.get(id)?.cycles.flatMap(({ finished }) => finished) ?? []
      for (let period = periods()[i]; period && !period.rows; period = periods()[i]) {
        const board = boards.byId.get(id)
        if (board) yield { finished: period, of: board }
        while (!boards.byId.has(id)) yield { board: id }
      }
      const period = periods()[i]
      if (!period) break
      texts.push(...periodTexts(id, period))
    }
  }
  return texts
}

/** Resolves when all periods that are over lie in files. */
export async function allInFiles({ boards: { byId } }: GameState): Promise<void> {
  const isIn = ({ cycles }: Board) => cycles.every(({ finished }) => finished.every(({ file }) => file !== undefined))
  while (![...byId.values()].every(isIn)) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** What the boards of a design show of the whole of a history, counted by nothing but `evolve`. */
export async function countedAnew(journal: Journal, design: Design): Promise<string[]> {
  return boardTexts(await replayed(journal, design))
}

/** The state that a history comes to, with the boards of a design on it from the first entry on. */
export async function replayed(journal: Journal, design: Design): Promise<GameState> {
  const state = newGame('staging')
  followBoards(state, design, () => 0)
  for await (const { text } of journal.read(1)) evolve(state, JSON.parse(text) as Entry)
  return state
}

/** Of two lists of texts that should be the same, the first that differ say more than all of them. */
export function expectSameTexts(found: readonly string[], wanted: readonly string[]): void {
  const i = wanted.findIndex((text, at) => text !== found[at])
  expect(found[i]).toBe(wanted[i])
  expect(found).toHaveLength(wanted.length)
}

/** All that stands on the boards of a state, without where it is kept; each line a fact. */
export function boardTexts({ boards }: Pick<GameState, 'boards'>): string[] {
  return [...boards.byId.keys()].toSorted().flatMap((id) => textsOf(boards.byId.get(id) as Board))
}

function textsOf({ definition, cycles, counted }: Board): string[] {
  return [
    JSON.stringify(definition),
    `${definition.id} counted ${JSON.stringify(counted ? [...counted.positions()] : null)}`,
    ...cycles.flatMap(({ cycle, period, present, finished }) => [
      ...rankingTexts(
        `${definition.id} ${cycle} ${present.all.size + present.groups.size > 0 ? period.start : 'nobody'}`,
        present,
      ),
      ...finished.flatMap((each) => periodTexts(`${definition.id} ${cycle} finished`, each)),
    ]),
  ]
}

function periodTexts(name: string, { start, seq, departures, late, rows, file }: FinishedPeriod): string[] {
  const known = rows ? rankingTexts(name, rows) : [`${name} in a file: ${file !== undefined}`]
  return [`${name} ${JSON.stringify({ start, seq, departures, late })}`, ...known]
}

function rankingTexts(name: string, { all, groups }: Rankings): string[] {
  const named: readonly (readonly [string, Ranking])[] = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [['all', all] as const, ...named].map(
    ([group, ranking]) => `${name} ${group}: ${JSON.stringify(ranking.rows(0, ranking.size))}`,
  )
}
