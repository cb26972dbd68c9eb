import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { knownClients } from '../../src/auth/clients.ts'
import { openEmulator, type Emulator } from '../../src/emulator/emulator.ts'
import { designReader } from '../../src/project/design-reader.ts'
import { LiveDesign } from '../../src/project/live-design.ts'
import { isBroken, loadDesign } from '../../src/project/load-design.ts'
import { problemText } from '../../src/project/problem.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { designDirectory } from '../support/design-directory.ts'
import { DesignEditor, randomEdit } from '../support/design-editor.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const { numRuns: EDITS, seed = Math.floor(Math.random() * 1_000_000) } = runs(1000)

/** After so many edits the editor rests, and the game has to have caught up. */
const EDITS_A_ROUND = 40

/** Most edits follow at once, some within a save that settles, some after it. */
const pause = fc.oneof(
  { weight: 12, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 15, max: 60 }) },
)

const files = nodeFileSystem()

async function openGame(): Promise<Emulator> {
  const emulator = await openEmulator({
    game: {
      id: 'soak',
      title: 'Soak',
      description: '',
      type: 'game',
      listed: false,
      access: 'PUBLIC',
      timezone: 'UTC',
      image: 'default-game',
    },
    clients: knownClients([]),
    program: 'test',
    data: undefined,
  })
  await emulator.ready
  onTestFinished(() => emulator.stop())
  return emulator
}

/** A game that lives with the files of a directory. */
async function liveGame(design: string) {
  const emulator = await openGame()
  const reader = designReader(files, design)
  const warnings: string[] = []
  const live = new LiveDesign({
    files,
    reader,
    known: await reader.read(),
    game: emulator.designs,
    watch: 'events',
    writeBack: false,
    report: () => {},
    warn: (message) => warnings.push(message),
  })
  onTestFinished(() => live.close())
  return { emulator, live, warnings }
}

test(`${EDITS} random edits are all noticed (seed ${seed})`, { timeout: 2 * TIMEOUT_MS }, async () => {
  const { design } = await designDirectory()
  const { emulator, live, warnings } = await liveGame(design)
  const editor = new DesignEditor(design)
  const textOf = (source: unknown): string => JSON.stringify(source)

  /** What the files hold is what the game plays by, or is told to be broken. */
  const hasCaughtUp = async (): Promise<'valid' | 'broken'> => {
    const found = await loadDesign(files, design)
    const problems = isBroken(found) ? found.map((problem) => problemText(problem, design)) : []
    const told = (): string[] => live.state.problems.map((problem) => problemText(problem, design))
    await expect.poll(told, { timeout: 5000, interval: 2 }).toEqual(problems)
    if (isBroken(found)) return 'broken'
    const played = (): string => textOf(emulator.runtime('staging').design.source)
    await expect.poll(played, { timeout: 5000, interval: 2 }).toBe(textOf(found.source))
    expect(textOf(emulator.designs.latest.source)).toBe(textOf(found.source))
    return 'valid'
  }

  const seen = { valid: 0, broken: 0 }
  const edits = fc.sample(fc.tuple(randomEdit, pause), { numRuns: EDITS, seed })
  for (const [i, [edit, pauseMs]] of edits.entries()) {
    await editor.make(edit)
    await sleep(pauseMs)
    if (i % EDITS_A_ROUND !== EDITS_A_ROUND - 1) continue
    // Somebody who has made such a mess begins anew, every other time.
    if (i % (2 * EDITS_A_ROUND) !== i % EDITS_A_ROUND) await editor.make({ do: 'checkout', content: i })
    seen[await hasCaughtUp()] += 1
  }
  await editor.make({ do: 'checkout', content: 7 })
  expect(await hasCaughtUp()).toBe('valid')
  expect(emulator.runtime('staging').design.metrics.get('m3')?.name).toBe('0000007')
  expect(warnings).toEqual([])
  expect(Math.min(seen.valid, seen.broken)).toBeGreaterThan(EDITS / EDITS_A_ROUND / 10)
})
