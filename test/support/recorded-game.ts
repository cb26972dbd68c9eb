import { entryCodec } from '../../src/emulator/history/entry-codec.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { namedEntries } from '../../src/lab/what-if/decided-game.ts'
import type { MemoryGame } from './memory-game.ts'

/** All entries of a game. */
export async function entriesOf({ journal }: MemoryGame): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const { text } of journal.read(1)) entries.push(entryCodec.read(text))
  return entries
}

/** The entries that later commands of a history name. */
export const namedIn = (entries: readonly Entry[]): ReadonlySet<number> => new Set(entries.flatMap(namedEntries))
