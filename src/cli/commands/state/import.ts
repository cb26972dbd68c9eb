import { control } from '../../../client/control.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { showProgress, progressBar } from '../../../terminal/render/progress.ts'
import { reportArrival } from '../../../terminal/restored.ts'
import { stayWithService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, withDesignOption, yesOption } from '../../confirm.ts'
import { openInput, type InputFile } from '../../input-file.ts'
import { required } from '../../option.ts'

/** The first bytes of a file that gzip wrote. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** `gamify state import`: replaces the whole game with a state file. Spec 6.2, 6.6. */
export const importState = defineCommand({
  arguments: { file: required('file', "A file from 'gamify state export', or - for stdin", 'file') },
  options: { withDesign: withDesignOption, yes: yesOption },
  examples: [
    'gamify state import game.ndjson',
    'gzip -dc game.ndjson.gz | gamify state import -',
    'gamify state export --runtime staging | gamify state import - --runtime production --yes',
  ],
  notes: [
    'Replaces the whole game of the runtime, with its history and clock, or changes nothing if the file is not valid. It',
    'first saves the current game as an automatic snapshot. Other snapshots stay.',
    'With --json: { seq, players, snapshot, design? }; design is { runs, changes } if the recorded design differs from the',
    'current one.',
  ].join('\n'),
  async run({ file, withDesign, yes }, shell) {
    const input = await openInput(file, shell.io, "name a file that 'gamify state export' wrote")
    try {
      await confirmLoss(shell, `replace the whole game with ${file === '-' ? 'stdin' : file}`, yes)
      if (file === '-' && shell.io.ask) shell.note('reading a state from the terminal; press Ctrl-D to end it')
      const { body: arrived, text } = await sendState(input, file, withDesign, shell)
      shell.printJson(text)
      shell.confirm(
        `imported: ${counted(arrived.players, 'player', 'players')}, ${counted(arrived.seq, 'entry', 'entries')}`,
      )
      await reportArrival(shell, arrived)
    } finally {
      input.close()
    }
  },
})

/**
 * Sends a state. A bar shows how much of a file has been sent. After that, or if the size is unknown, a line shows the
 * elapsed time.
 */
function sendState(input: InputFile, file: string, withDesign: string | undefined, shell: Shell) {
  return stayWithService(shell, async ({ client }) => {
    const { promise: allSent, resolve } = Promise.withResolvers<void>()
    const pieces = (): AsyncIterable<Uint8Array> => requireUncompressed(withBar(input, shell, resolve), file)
    const answer = control(client, 'PUT /_gamify/state', {
      stream: { type: 'application/x-ndjson', pieces },
      query: { with_design: withDesign },
    })
    if (input.size !== undefined) await Promise.race([allSent, answer])
    return showProgress(shell, `importing ${printable(file === '-' ? 'stdin' : file)}`, answer)
  })
}

/** Yields the bytes of a file and shows their share in a bar. Calls `done` at the end. */
async function* withBar({ size, bytes }: InputFile, shell: Shell, done: () => void): AsyncGenerator<Uint8Array, void> {
  if (size === undefined) {
    yield* bytes()
    return
  }
  const bar = progressBar(shell, 'importing')
  let position = 0
  try {
    for await (const piece of bytes()) {
      yield piece
      position += piece.length
      bar.show(position, size)
    }
  } finally {
    bar.end()
    done()
  }
}

/**
 * Yields the same bytes. Throws a usage error if they are compressed, because the service would not find lines in them.
 */
async function* requireUncompressed(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array, void> {
  let isFirst = true
  for await (const piece of bytes) {
    if (isFirst && GZIP.equals(piece.subarray(0, GZIP.length)))
      throw usageError(
        `${file === '-' ? 'stdin' : file} is compressed`,
        `run 'gzip -dc${file === '-' ? '' : ` ${shellQuoted(file)}`} | gamify state import -' to import it`,
      )
    isFirst = false
    yield piece
  }
}
