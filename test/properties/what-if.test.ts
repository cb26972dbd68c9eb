import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryCodec } from '../../src/emulator/history/entry-codec.ts'
import { zoneOffset } from '../../src/emulator/zone.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { isSame, namedEntries } from '../../src/lab/what-if/decided-game.ts'
import type { WhatIfReport } from '../../src/lab/what-if/report.ts'
import { whatIf } from '../../src/lab/what-if/what-if.ts'
import { designOf } from '../support/design-parts.ts'
import { gameInfo, newMemoryGame, ZONE, type MemoryGame } from '../support/memory-game.ts'
import { Life, randomCommands } from '../support/random-commands.ts'
import { randomDesign, withBoards } from '../support/random-design.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

async function entriesOf({ journal }: MemoryGame): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const { text } of journal.read(1)) entries.push(entryCodec.read(text))
  return entries
}

const namedIn = (entries: readonly Entry[]): ReadonlySet<number> => new Set(entries.flatMap(namedEntries))

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

test('a history under its own design comes out as it was', { timeout: TIMEOUT_MS }, async () => {
  const runtime = fc.constantFrom('staging' as const, 'production' as const)
  await fc.assert(
    fc.asyncProperty(runtime, randomDesign, randomCommands, fc.nat(40), async (name, source, commands, cut) => {
      const design = designOf(withBoards(source, 0))
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
    runs(100),
  )
})
