import { expect, test } from 'vitest'
import { action, add, designOf, levels, point, state } from '../../../../test/support/design-parts.ts'
import { likeDesign, playedGame } from '../../../../test/support/played-game.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import type { Log } from './log.ts'
import { LossMention } from './loss-mention.ts'

/** A log that keeps warnings. */
function warnings(): { readonly log: Log; readonly warned: string[] } {
  const warned: string[] = []
  return { log: { warn: (text: string) => void warned.push(text) } as Log, warned }
}

const levelled = (threshold: string) => ({
  ...likeDesign,
  metrics: [point('xp'), state('rank', 'Low', 'High')],
  actions: [action('like', [add('xp', '10')])],
  rules: [levels('ladder', 'xp', 'rank', ['Low', threshold], ['High'])],
})

test('a newer deployment drops the count for the one before it', { timeout: 60_000 }, async () => {
  const { emulator } = await playedGame('in memory', 3, { design: levelled('15') as never })
  await emulator.designs.takeFromFiles(designOf(levelled('95')) as never)
  const { log, warned } = warnings()
  const mention = new LossMention(emulator, log)
  await Promise.all([mention.begin(), mention.begin()])
  expect(warned).toEqual([expect.stringMatching(/^if all recorded plays .* 1 player would have a lower level/)])
})

async function* brokenExport() {
  yield 'no history\n'
}

const emulatorWith = (entries: number): Emulator =>
  ({
    settings: { game: { id: 'g', timezone: 'UTC' } },
    runtime: () => ({ state: { seq: entries, players: { index: { size: 1 } } } }),
    whole: () => ({ export: brokenExport }),
  }) as never

test.each([
  ['that a game is too large', 20_001, /^the recorded plays are not compared .* more than 20,000 .* 'gamify what-if'$/],
  ['what keeps a thread from counting', 5, /^the recorded plays could not be compared with this design: Line 1 /],
])('%s is logged once', { timeout: 60_000 }, async (_, entries, words) => {
  const { log, warned } = warnings()
  const mention = new LossMention(emulatorWith(entries), log)
  await mention.begin()
  await mention.begin()
  expect(warned).toEqual([expect.stringMatching(words)])
})
