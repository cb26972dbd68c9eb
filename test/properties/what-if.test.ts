import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zoneOffset } from '../../src/emulator/zone.ts'
import { setSeed } from '../../src/game/design/run.ts'
import type { GameCommand } from '../../src/game/game-operation.ts'
import type { GameState } from '../../src/game/game-state.ts'
import { joinGame } from '../../src/game/joining/newcomer.ts'
import { playersIn, type Entry, type GameEvent } from '../../src/game/kernel/entry.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { eventId } from '../../src/game/kernel/ids.ts'
import { entrantOf } from '../../src/game/leaderboards/entrant.ts'
import { findPlayer, playerIds } from '../../src/game/players/state.ts'
import { routes } from '../../src/game/routes.ts'
import { DecidedGame, isSame } from '../../src/lab/what-if/decided-game.ts'
import type { WhatIfReport } from '../../src/lab/what-if/report.ts'
import { whatIf } from '../../src/lab/what-if/what-if.ts'
import { designOf } from '../support/design-parts.ts'
import { gameInfo, newMemoryGame, ZONE, type MemoryGame } from '../support/memory-game.ts'
import { Life, randomCommands } from '../support/random-commands.ts'
import { randomDesign, withBoards } from '../support/random-design.ts'
import { amongGroups, withGroups } from '../support/random-groups.ts'
import { randomProcess } from '../support/random-process.ts'
import { entriesOf, namedIn } from '../support/recorded-game.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** Asserts that a report has no difference at all. */
function expectNoDifference(report: WhatIfReport): void {
  const { changed, metrics, commands, processes, boards, lost } = report
  expect(changed).toBe(0)
  expect(lost).toEqual([])
  expect(commands.refused_now).toEqual({})
  expect(commands.accepted_after).toBe(commands.accepted_before)
  for (const { players_changed, total } of Object.values(metrics)) {
    expect(players_changed).toBe(0)
    expect(total?.after).toBe(total?.before)
  }
  for (const { ended } of Object.values(processes)) expect(ended.after).toBe(ended.before)
  for (const board of Object.values(boards))
    expect(board).toEqual({ top10_changed: false, biggest_climb: null, biggest_fall: null })
}

/** A second game, which plays what the first one accepted, in its own numbering. */
class Echo {
  readonly game: MemoryGame
  /** The ids that events have here, by their ids in the first game. */
  readonly #ids = new Map<string, string>()

  constructor(game: MemoryGame) {
    this.game = game
  }

  /** Plays the command of an entry at its time. Returns whether it was accepted. */
  async plays(entry: Entry): Promise<boolean> {
    const { runtime, machine, journal } = this.game
    machine.ms = entry.at
    const before = journal.lastSeq
    const answer = await runtime.execute(commandNamed(entry.op), this.#translated(entry.input), entry.caller)
    if (isFault(answer)) return false
    if (journal.lastSeq > before) this.#remember(entry, await lastEntry(this.game))
    return true
  }

  /** The n-th event of a kind about the same players and rule takes the place of the n-th one there. */
  #remember(entry: Entry, own: Entry): void {
    const taken = new Set<number>()
    for (const [index, event] of entry.events.entries()) {
      const found = own.events.findIndex((each, i) => !taken.has(i) && aboutOf(each) === aboutOf(event))
      if (found < 0) continue
      taken.add(found)
      this.#ids.set(eventId(entry, index), eventId(own, found))
    }
  }

  #translated(input: unknown): unknown {
    return JSON.parse(JSON.stringify(input), (_, value: unknown) =>
      typeof value === 'string' ? (this.#ids.get(value) ?? value) : value,
    ) as unknown
  }
}

const commandNamed = (name: string): GameCommand<unknown, unknown> => {
  const found = [...routes.map(({ op }): object => op), joinGame].find((op) => (op as { name: string }).name === name)
  if (!found) throw new Error(`no command ${name}`)
  return found as GameCommand<unknown, unknown>
}

const lastEntry = async (game: MemoryGame): Promise<Entry> => (await entriesOf(game)).at(-1) as Entry

const aboutOf = (event: GameEvent): string =>
  JSON.stringify([event.event, (event as { rule?: { id: string } }).rule?.id, [...playersIn(event)]])

const scoresOf = ({ players }: GameState): object =>
  Object.fromEntries(Array.from(playerIds(players), (id) => [id, findPlayer(players, id)?.scores]))

/** The processes and the teams, with their states. */
const groupsOf = ({ processes, teams }: GameState): object => ({
  processes: processes.records.map((each) => each && [each.id, each.state, each.nodes]),
  teams: teams.records.map((each) => each && [each.id, each.locked]),
})

const ranksOf = (state: GameState): object =>
  Object.fromEntries(
    Array.from(state.boards.byId, ([id, { cycles }]) => [
      id,
      cycles.map(({ present: { all } }) =>
        all.rows(0, all.size).map(({ entity, score, rank }) => [entrantOf(state, 'players', entity), score, rank]),
      ),
    ]),
  )

test(
  'a history under another design comes out as in a second game with that design, told the same',
  { timeout: TIMEOUT_MS },
  async () => {
    const designs = fc.tuple(randomDesign, randomDesign)
    const processes = fc.tuple(randomProcess, randomProcess)
    await fc.assert(
      fc.asyncProperty(designs, processes, amongGroups(randomCommands), async ([first, second], [p, q], commands) => {
        const one = designOf(withGroups(withBoards(first, 0), p, '3'))
        const other = designOf(withGroups(withBoards(second, 1), q, '4'))
        const game = await newMemoryGame([one, one], 'seed')
        const life = new Life(game)
        for (const command of commands) await life.does(command)
        const entries = await entriesOf(game)
        const echo = new Echo(await newMemoryGame([other], 'seed'))
        const refused: number[] = []
        let decided: GameState | undefined
        const options = {
          runtime: 'staging' as const,
          design: other,
          game: gameInfo,
          zoneOffset: zoneOffset(ZONE),
          since: { seq: 1 },
          named: namedIn(entries),
        }
        const again = new DecidedGame(options)
        for (const entry of entries) {
          const outcome = again.take(entry)
          if (outcome.kind === 'refused') refused.push(entry.seq)
          if (entry.op === setSeed.name) await echo.game.runtime.run(setSeed, entry.input as { readonly seed: string })
          else if (outcome.kind === 'decided' || outcome.kind === 'refused')
            expect([entry.seq, await echo.plays(entry)]).toEqual([entry.seq, outcome.kind === 'decided'])
          decided = again.state
        }
        const played = echo.game.runtime.state
        expect(decided && scoresOf(decided)).toEqual(scoresOf(played))
        expect(decided && ranksOf(decided)).toEqual(ranksOf(played))
        expect(decided && groupsOf(decided)).toEqual(groupsOf(played))
      }),
      runs(60),
    )
  },
)

test('a history under its own design comes out as it was', { timeout: TIMEOUT_MS }, async () => {
  const runtime = fc.constantFrom('staging' as const, 'production' as const)
  const lives = fc.tuple(randomDesign, randomProcess, amongGroups(randomCommands))
  await fc.assert(
    fc.asyncProperty(runtime, lives, fc.nat(80), async (name, [source, process, commands], cut) => {
      const design = designOf(withGroups(withBoards(source, 0), process, '3'))
      const game = await newMemoryGame([design, design], 'seed', name)
      const life = new Life(game)
      for (const command of commands) await life.does(command)
      const entries = await entriesOf(game)
      const differing: unknown[] = []
      for (const since of [1, cut]) {
        const report = await whatIf({
          entries,
          runtime: name,
          deployed: design,
          design,
          game: gameInfo,
          zoneOffset: zoneOffset(ZONE),
          since: { seq: since },
          named: namedIn(entries),
          onOutcome(entry, outcome) {
            if (outcome.kind === 'decided' && !isSame(outcome.events, entry.events)) differing.push(entry)
          },
        })
        expect(differing).toEqual([])
        expectNoDifference(report)
      }
    }),
    runs(60),
  )
})
