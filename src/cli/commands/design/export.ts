import { relative } from 'node:path'
import { differencesOf } from '../../../game/design/differences.ts'
import { idOf } from '../../../game/design/identity.ts'
import { kinds, type DesignSource } from '../../../game/design/source.ts'
import { writeDesign, type WrittenDesign } from '../../../project/write-design.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { designDirectory, readFiles, readVersion } from '../../design-sides.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { flag, optional, text } from '../../option.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'

/** `gamify design export`: writes the design of a running game to files. Spec 6.2. */
export const exportDesign = defineCommand({
  arguments: {
    directory: optional('dir', 'The directory to write to (default: the design directory of the project)', 'directory'),
  },
  options: {
    from: text('--from <version>', 'The version to write (default: latest)'),
    force: flag('--force', 'Overwrite the files, and delete those that the design does not have'),
  },
  examples: ['gamify design export', 'gamify design export ./copy --from v2', 'gamify design export --force'],
  notes: [
    'Writes each component to the file that contains it now, and a new one to <kind>/<id>.json. If a file has other',
    'content, the command writes nothing. --force overwrites the files, and deletes the components that the design does not have.',
    'With --json: { files, deleted }, two lists of paths.',
  ].join('\n'),
  async run({ directory: named, from = 'latest', force }, shell) {
    const directory = await designDirectory(shell, named)
    const design = await withService(shell, ({ client }) => readVersion(client, from))
    const read = await readFiles(shell, directory)
    const wanted = force ? design : withWhatIsThere(design, read.source)
    failIfOthers(wanted, design, from)
    const written = await writeDesign({ files: shell.io.files, directory, read }, read.source, wanted)
    tell(shell, directory, written)
    return failIfLeft(written)
  },
})

/** What the files hold stays; the design gives what they lack. */
function withWhatIsThere(design: DesignSource, files: DesignSource): DesignSource {
  const lists = kinds.map((kind) => {
    const ids = new Set(files[kind].map(idOf))
    return [kind, [...files[kind], ...design[kind].filter((component) => !ids.has(idOf(component)))]] as const
  })
  const isBare = Object.keys(files.bootstrap as object).length === 0
  return { ...files, ...Object.fromEntries(lists), bootstrap: isBare ? design.bootstrap : files.bootstrap }
}

function tell(shell: Shell, directory: string, { wrote, removed, left }: WrittenDesign): void {
  const { io, paint } = shell
  const shown = (paths: readonly string[]): string[] => paths.map((path) => relative(io.cwd, path))
  // Nothing on stdout of an export that fails.
  if (left.length === 0) shell.printJson(JSON.stringify({ files: shown(wrote), deleted: shown(removed) }))
  for (const path of shown(wrote)) shell.confirm(`${paint.good('wrote')}   ${printable(path)}`)
  for (const path of shown(removed)) shell.confirm(`${paint.bad('deleted')} ${printable(path)}`)
  if (wrote.length + removed.length === 0) shell.note(`nothing to write to ${relative(io.cwd, directory) || '.'}`)
}

/** All or nothing: a part of it, in files that a game watches, would be a design that nobody has made. */
function failIfOthers(wanted: DesignSource, design: DesignSource, from: string): void {
  const differing = differencesOf(wanted, design).filter(({ path, change }) => path.length > 0 || change === 'changed')
  const names = new Set(differing.map(({ kind, id }) => (id === undefined ? kind : `${kind}/${id}`)))
  if (names.size === 0) return
  throw new CliError(
    [`${names.size} in the files differ from ${from}, so nothing was written:`, ...names].map(printable).join('\n  '),
    {
      code: 'files_differ',
      exitCode: exitCode.refused,
      advice: ['use --force to overwrite them, or name another directory'],
    },
  )
}

function failIfLeft({ left }: WrittenDesign): void {
  if (left.length === 0) return
  throw new CliError(left.map(({ name, reason }) => `${name} was not written: ${reason}`).join('\n'), {
    code: 'not_written',
    exitCode: exitCode.refused,
    advice: ['move it, or name another directory'],
  })
}
