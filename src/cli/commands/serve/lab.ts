import { mkdtemp, open, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { turns } from '../../../async/turns.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import type { LabFile, LabLine } from '../../../interface/lab-jobs.ts'
import { labFiles } from '../../../lab/lab-files.ts'
import { simulatedGame } from '../../../lab/lab-info.ts'
import { isProblem, readJsonFile } from '../../../project/json-file.ts'
import type { ServedLab } from '../../../server/control/lab.ts'
import type { Io } from '../../../terminal/io.ts'
import type { ServePlan } from './plan.ts'

/** The number of jobs that run at a time. The others wait, so that the game has a processor for itself. */
const MAX_AT_ONCE = 1

/** Creates the lab of a served game, which works on the latest design and on the files of the project. */
export function servedLab({ project }: ServePlan, emulator: Emulator, { files }: Io): ServedLab {
  const inTurn = turns(MAX_AT_ONCE)
  const read = async (directory: 'simulations' | 'checks'): Promise<readonly LabFile[]> => {
    const found = await labFiles(files, project.directory, directory)
    return 'message' in found ? [] : Promise.all(found.map((path) => labFile(path)))
  }
  const labFile = async (path: string): Promise<LabFile> => {
    const content = await readJsonFile(files, path)
    const about = { file: relative(project.directory, path), id: idOf(path) }
    return content === undefined || isProblem(content) ? about : { ...about, value: content.value }
  }
  return {
    files: async () => ({ simulations: await read('simulations'), checks: await read('checks') }),
    async *run(request, runtime, signal) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      // Lints take a moment, and the page of the design waits for them.
      const inOwnTurn = request.kind === 'lints' ? atOnce : inTurn
      const turn = inOwnTurn(() => {
        begin()
        return over
      })
      // Whoever reads may never ask for more after an abort.
      signal.addEventListener('abort', () => end(), { once: true })
      try {
        await begun
        if (signal.aborted) return
        const { runLabJob } = await import('../../../lab/jobs/run-job.ts')
        const job = {
          request,
          source: emulator.designs.latest.source,
          game: simulatedGame(project.game),
          ignoredLints: project.ignoredLints,
          jobs: Math.max(1, availableParallelism() - 1),
        }
        if (request.kind !== 'what-if') return yield* runLabJob({ ...job, history: undefined }, signal)
        yield* withHistory(emulator, runtime, signal, (history) => runLabJob({ ...job, history }, signal))
      } finally {
        end()
        await turn
      }
    },
  }
}

const atOnce = <T>(run: () => Promise<T>): Promise<T> => run()

const idOf = (path: string): string => (path.split(/[/\\]/).at(-1) ?? '').replace(/\.json$/, '')

/** Calls `use` with a file that has the history of a runtime, and removes it afterwards. */
async function* withHistory(
  emulator: Emulator,
  runtime: 'staging' | 'production',
  signal: AbortSignal,
  use: (path: string) => AsyncIterable<LabLine>,
): AsyncGenerator<LabLine, void> {
  const directory = await mkdtemp(join(tmpdir(), 'gamify-lab-'))
  try {
    const path = join(directory, 'history.ndjson')
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const text of emulator.whole(runtime).export({ history: true })) {
        if (signal.aborted) return
        await file.write(text)
      }
    } finally {
      await file.close()
    }
    yield* use(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
