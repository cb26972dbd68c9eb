import type { Client } from '../../../client/client.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { CliError, usageError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { stayWithService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { untilSignal } from '../../ending-signal.ts'
import { optional } from '../../option.ts'
import { stateFilePath, writeState } from '../../state-file.ts'
import { systemErrorText } from '../../write-file.ts'

/** The number of characters that are written at a time. */
const CHUNK_LENGTH = 1 << 16

/** `gamify state export`: writes the whole game to a file or to stdout. Spec 6.2, 6.6. */
export const exportState = defineCommand({
  arguments: {
    file: optional('file', 'The file to write, replacing it (default: stdout)', 'file'),
  },
  options: {},
  examples: ['gamify state export game.ndjson', 'gamify state export --runtime production | gzip > game.ndjson.gz'],
  notes: [
    'Writes the players, teams, processes, leaderboards, designs and history of the runtime, one JSON object per line. Equal',
    'games give equal files. The file never contains tokens, clients or uploaded images.',
    'With --json and a file: { file, lines }.',
  ].join('\n'),
  async run({ file }, shell) {
    const ending = new AbortController()
    const interrupted = untilSignal(shell.io, ending)
    try {
      return await stayWithService(shell, ({ client }) =>
        showProgress(shell, 'exporting the game', exportTo(file, shell, client, ending.signal)),
      )
    } catch (error) {
      if (ending.signal.aborted) return interrupted
      throw error
    }
  },
})

async function exportTo(file: string | undefined, shell: Shell, client: Client, signal: AbortSignal): Promise<void> {
  if (file === undefined) {
    for await (const { text } of stateChunks(client, signal)) {
      shell.io.stdout.write(text)
      await shell.io.stdout.drained?.()
    }
    return
  }
  const lines = await writeExport(shell, await stateFilePath(file, shell.io), client, signal)
  shell.printJson(JSON.stringify({ file, lines }))
  shell.confirm(`wrote ${counted(lines, 'line', 'lines')} to ${printable(file)}`)
}

/** Exports the whole game to a file, and returns the number of its lines. */
export async function writeExport(
  { io }: Pick<Shell, 'io'>,
  path: string,
  client: Client,
  signal: AbortSignal,
): Promise<number> {
  let lines = 0
  const texts = async function* (): AsyncGenerator<string> {
    for await (const chunk of stateChunks(client, signal)) {
      ;({ lines } = chunk)
      yield chunk.text
    }
  }
  try {
    await writeState(io.files, path, texts())
    return lines
  } catch (error) {
    const why = systemErrorText(error)
    if (why === undefined) throw error
    throw usageError(`cannot write ${path}: ${why}`, 'name another file, or name no file to write to stdout')
  }
}

interface Chunk {
  readonly text: string
  /** The number of lines up to the end of this chunk. */
  readonly lines: number
}

/**
 * Yields the export as it arrives. The last line has the number of lines before it; if that does not match, the export
 * was cut off.
 */
async function* stateChunks(client: Client, signal: AbortSignal): AsyncGenerator<Chunk, void, void> {
  let pending: string[] = []
  let length = 0
  let lines = 0
  let last = ''
  for await (const line of client.lines('/_gamify/state', {}, signal)) {
    pending.push(line, '\n')
    length += line.length
    lines += 1
    last = line
    if (length < CHUNK_LENGTH) continue
    yield { text: pending.join(''), lines }
    pending = []
    length = 0
  }
  if (!isLastLine(last, lines - 1)) throw cutOff()
  if (pending.length > 0) yield { text: pending.join(''), lines }
}

const isLastLine = (line: string, before: number): boolean =>
  line.startsWith('{"lines":') && (JSON.parse(line) as { readonly lines: number }).lines === before

const cutOff = (): CliError =>
  new CliError('the export was cut off', {
    code: 'cut_off',
    exitCode: exitCode.refused,
    advice: ['run the command again; the log of the emulator has the reason'],
  })
