import fc from 'fast-check'
import { test } from 'vitest'
import { isFault } from '../../src/game/kernel/fault.ts'
import { designOf } from '../support/design-parts.ts'
import { expectSameExport, exportedWhole, importWhole } from '../support/exported.ts'
import { beginSnapshot, newMemoryGame, recovered, type MemoryGame } from '../support/memory-game.ts'
import { Life, randomCommands, type Command } from '../support/random-commands.ts'
import { randomDesign, withBoards } from '../support/random-design.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const settings = fc.record({
  runtime: fc.constantFrom('staging' as const, 'production' as const),
  sources: fc.tuple(randomDesign, randomDesign).map(([one, other]) => [withBoards(one, 0), withBoards(other, 1)]),
})
type Setting = typeof settings extends fc.Arbitrary<infer T> ? T : never

const newLife = async ({ runtime, sources }: Setting) =>
  new Life(await newMemoryGame(sources.map(designOf), 'seed', runtime))

const freeze = async ({ runtime }: MemoryGame): Promise<unknown> => runtime.clock.change({ frozen: true })

async function live(life: Life, commands: readonly Command[]): Promise<string> {
  for (const command of commands) await life.does(command)
  await freeze(life.game)
  return exportedWhole(life.game)
}

test('equal games export equal bytes, however they came about', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(settings, randomCommands, fc.nat(40), async (chosen, commands, cut) => {
      const life = await newLife(chosen)
      for (const command of commands.slice(0, cut)) await life.does(command)
      await freeze(life.game)
      const atCut = await exportedWhole(life.game)
      const { seq } = life.game.runtime.state
      const machineMs = life.game.machine.ms
      const again = life.resumed(await newMemoryGame(chosen.sources.map(designOf), 'other', chosen.runtime))
      await importWhole(again.game, atCut)
      again.game.machine.ms = machineMs
      const rewound = life.resumed(life.game)

      const rest = commands.slice(cut)
      const wanted = await live(life, rest)
      expectSameExport(await live(again, rest), wanted)

      const back = await life.game.runtime.rewind({ seq })
      if (isFault(back)) throw new Error(JSON.stringify(back))
      expectSameExport(await exportedWhole(life.game), atCut)
      const early = beginSnapshot(life.game)
      life.game.machine.ms = machineMs
      expectSameExport(await live(rewound, rest), wanted)

      // Last, for they are kept where the game is kept still.
      for (const snapshot of [undefined, early()])
        expectSameExport(await exportedWhole(await recovered(life.game, snapshot)), wanted)
    }),
    runs(40),
  )
})
