import type { Client } from '../../../client/client.ts'
import { CliError, usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { optional } from '../../option.ts'
import { counted } from '../../../terminal/render/quantities.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { stayWithService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { stateFilePath, whyRefused, writeState } from '../../state-file.ts'
import { untilSignal } from '../../ending-signal.ts'

/** So many characters are written together. */
const CHUNK_LENGTH = 1 << 16

/** `gamify state export`. Spec 6.2, 6.6. */
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
  const chunks = stateChunks(client, signal)
  if (file === undefined) {
    for await (const { text } of chunks) {
      shell.io.stdout.write(text)
      await shell.io.stdout.taken?.()
    }
    return
  }
  const path = await stateFilePath(file, shell.io)
  const lines = await writeChunks(shell, path, chunks)
  shell.printJson(JSON.stringify({ file, lines }))
  shell.confirm(`wrote ${counted(lines, 'line', 'lines')} to ${printable(file)}`)
}

async function writeChunks({ io }: Shell, path: string, chunks: AsyncIterable<Chunk>): Promise<number> {
  let lines = 0
  const texts = async function* (): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      ;({ lines } = chunk)
      yield chunk.text
    }
  }
  try {
    await writeState(io.files, path, texts())
    return lines
  } catch (error) {
    const why = whyRefused(error)
    if (why === undefined) throw error
    throw usageError(`cannot write ${path}: ${why}`, 'name another file, or name no file to write to stdout')
  }
}

interface Chunk {
  readonly text: string
  /** How many lines there are up to its end. */
  readonly lines: number
}

/** The export as it comes. The last line tells how many came before it: one that lacks some was cut off. */
async function* stateChunks(client: Client, signal: AbortSignal): AsyncGenerator<Chunk, void, void> {
  let begun: string[] = []
  let length = 0
  let lines = 0
  let last = ''
  for await (const line of client.lines('/_gamify/state', {}, signal)) {
    begun.push(line, '\n')
    length += line.length
    lines += 1
    last = line
    if (length < CHUNK_LENGTH) continue
    yield { text: begun.join(''), lines }
    begun = []
    length = 0
  }
  if (!isEnd(last, lines - 1)) throw cutOff()
  if (begun.length > 0) yield { text: begun.join(''), lines }
}

const isEnd = (line: string, before: number): boolean =>
  line.startsWith('{"lines":') && (JSON.parse(line) as { readonly lines: number }).lines === before

const cutOff = (): CliError =>
  new CliError('the export was cut off', {
    code: 'cut_off',
    exitCode: exitCode.refused,
    advice: ['run the command again; the log of the emulator has the reason'],
  })
