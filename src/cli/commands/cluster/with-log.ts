import { resolve } from 'node:path'
import type { MovingOptions } from '../../../cluster/moving.ts'
import type { NatsLog } from '../../../storage/log/nats-log.ts'
import { LogSilent } from '../../../storage/log/replicated-log.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import { progressBar, showProgress } from '../../../terminal/render/progress.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { filled, integer, text } from '../../option.ts'
import { programVersion } from '../../package-root.ts'
import { blobsPlace, openBlobs } from '../serve/blobs-place.ts'
import { DEFAULT_REPLICAS, logOptions } from '../serve/node-plan.ts'
import { withStartErrors } from '../serve/start-errors.ts'
import { journalOption } from './journal-option.ts'

/** The options of the commands that move a game. */
export const movingOptions = {
  ...journalOption,
  data: text('--data <dir>', 'The data directory', 'directory'),
  replicas: integer('--replicas <n>', 'How many servers keep the log (default: 3)', 1, 5),
  blobs: filled(
    text(
      '--blobs <place>',
      'Where designs, images and snapshots are: a shared directory, s3://bucket/prefix, or nats (default)',
      'directory',
    ),
  ),
}

const NAME_LOG = 'pass --journal nats://HOST:4222, or set GAMIFY_JOURNAL'

/** Returns the log servers that a flag or the environment names. */
const serversOf = (journal: string | undefined, { io }: Shell): string | undefined =>
  (journal ?? io.env.GAMIFY_JOURNAL) || undefined

/** Lets `use` work with the log of the game of the project. Throws a CliError if it cannot be reached. */
export async function withLog<T>(
  journal: string | undefined,
  shell: Shell,
  use: (log: NatsLog, game: string) => Promise<T>,
): Promise<T> {
  const servers = serversOf(journal, shell)
  if (servers === undefined) throw usageError('no log is named', NAME_LOG)
  const project = await loadProject(shell)
  const options = logOptions(servers, project, shell.io)
  const { NatsLog } = await import('../../../storage/log/nats-log.ts')
  return withStartErrors(
    showProgress(shell, 'connecting to the log servers', NatsLog.connect(options)).then(async (log) => {
      log.warnOfRefusals((message) => shell.io.stderr.write(`warning: ${message}\n`))
      try {
        return await use(log, project.game.id)
      } catch (error) {
        if (!(error instanceof LogSilent)) throw error
        throw new StorageError(`The log servers do not answer: ${error.message}. Run the command again when they do`, {
          cause: error,
        })
      } finally {
        await log.close()
      }
    }),
  )
}

interface MovingFlags {
  readonly journal: string | undefined
  readonly data: string | undefined
  readonly replicas: number | undefined
  readonly blobs: string | undefined
}

/** Lets `move` move the game between the log and a data directory. */
export async function moveGame<T>(
  { journal, data, replicas = DEFAULT_REPLICAS, blobs }: MovingFlags,
  shell: Shell,
  what: string,
  move: (options: MovingOptions) => Promise<T>,
): Promise<T> {
  const { io } = shell
  if (data === undefined && serversOf(journal, shell) === undefined)
    throw usageError('no log and no data directory are named', `${NAME_LOG}; and pass --data DIR`)
  if (data === undefined) throw usageError('no data directory is named', 'pass --data DIR')
  const place = blobsPlace(blobs, io)
  return withLog(journal, shell, async (log, game) => {
    await log.create(replicas)
    const bar = progressBar(shell, what)
    try {
      return await move({
        data: { files: io.files, directory: resolve(io.cwd, data) },
        game,
        program: programVersion(),
        log,
        logId: await log.identity(),
        blobs: await openBlobs(place, io, log, replicas),
        warn: (message) => {
          io.stderr.write(`warning: ${message}\n`)
        },
        onProgress: (done, all) => bar.show(done, all),
      })
    } finally {
      bar.end()
    }
  })
}
