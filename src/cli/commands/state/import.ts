import { control } from '../../../client/control.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, withDesignOption, yesOption } from '../../confirm.ts'
import { openInput, type InputFile } from '../../input-file.ts'
import { required } from '../../option.ts'
import { counted } from '../../../terminal/render/quantities.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { showProgress, progressBar } from '../../../terminal/render/progress.ts'
import { shellQuoted } from '../../../terminal/hint.ts'
import { reportArrival } from '../../../terminal/restored.ts'
import { stayWithService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'

/** What a file that gzip has written begins with. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** `gamify state import`. Spec 6.2, 6.6. */
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
      const { body: arrived, text } = await sent(input, file, withDesign, shell)
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

/** A bar shows how far a file has gone; then, and where nobody knows how much there is, how long it has been. */
function sent(input: InputFile, file: string, withDesign: string | undefined, shell: Shell) {
  return stayWithService(shell, async ({ client }) => {
    const { promise: through, resolve } = Promise.withResolvers<void>()
    const pieces = (): AsyncIterable<Uint8Array> => plain(withBar(input, shell, resolve), file)
    const answer = control(client, 'PUT /_gamify/state', {
      stream: { type: 'application/x-ndjson', pieces },
      query: { with_design: withDesign },
    })
    if (input.size !== undefined) await Promise.race([through, answer])
    return showProgress(shell, `importing ${printable(file === '-' ? 'stdin' : file)}`, answer)
  })
}

/** The bytes of a file, with a bar that shows how far they have gone; `done` is called when they have. */
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

/** The same, unless it is compressed: the service would find no line in it. */
async function* plain(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array, void> {
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
