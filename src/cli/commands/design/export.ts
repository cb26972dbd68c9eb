import { relative } from 'node:path'
import { differencesOf } from '../../../game/design/differences.ts'
import { idOf } from '../../../game/design/identity.ts'
import { kinds, type DesignSource } from '../../../game/design/source.ts'
import { readVersion } from '../../../inspect/design-version.ts'
import type { DesignFiles } from '../../../project/design-files.ts'
import { findDesign } from '../../../project/load-design.ts'
import { writeDesign, type ExistingFiles, type WrittenDesign } from '../../../project/write-design.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { designDirectory, readFiles } from '../../design-sides.ts'
import { flag, optional, text } from '../../option.ts'

/** `gamify design export`: writes the design of a running game to files. Spec 6.2. */
export const exportDesign = defineCommand({
  arguments: {
    directory: optional('dir', 'The directory to write to (default: the design directory of the project)', 'directory'),
  },
  options: {
    from: text('--from <version>', 'The version to write (default: latest)'),
    force: flag('--force', 'Overwrite the files, and delete those that the design does not have'),
    yes: yesOption,
  },
  examples: ['gamify design export', 'gamify design export ./copy --from v2', 'gamify design export --force'],
  notes: [
    'Writes each component to the file that contains it now, and a new one to <kind>/<id>.json. If a file has other',
    'content, the command writes nothing. --force overwrites the files, and deletes the components that the design does not have.',
    'It changes nothing while a file has problems. On a terminal, it lists the files that it would overwrite or delete, and asks.',
    'With --json: { files, deleted }, two lists of paths.',
  ].join('\n'),
  async run({ directory: named, from = 'latest', force, yes }, shell) {
    const directory = await designDirectory(shell, named)
    const design = await withService(shell, ({ client }) => readVersion(client, from))
    const read = force ? await readValidFiles(shell, directory) : await readFiles(shell, directory)
    const wanted = force ? design : keepExisting(design, read.source)
    requireSameComponents(wanted, design, from)
    const target = { files: shell.io.files, directory, read }
    const written = await writeDesign(target, read.source, wanted, (_, existing) => confirmFiles(shell, existing, yes))
    reportFiles(shell, directory, written)
    return requireAllWritten(written)
  },
})

/**
 * Reads files that must be valid: files with problems are probably work in progress, which an export must not
 * overwrite.
 */
async function readValidFiles(shell: Shell, directory: string): Promise<DesignFiles> {
  const { read, problems } = await findDesign(shell.io.files, directory)
  if (problems.length === 0) return read
  throw wrongConfiguration(problems, shell.io.cwd, 'fix or delete these files, then run the export again')
}

/** Asks before files are overwritten or deleted. Without a terminal, --force is enough. */
async function confirmFiles(shell: Shell, { changes, removes }: ExistingFiles, yes: boolean): Promise<void> {
  const { io } = shell
  if (yes || io.ask === undefined || changes.length + removes.length === 0) return
  const list = (what: string, paths: readonly string[]): void =>
    paths.forEach((path) => shell.note(`would ${what} ${printable(relative(io.cwd, path))}`))
  list('overwrite', changes)
  list('delete', removes)
  const parts = [
    ...(changes.length > 0 ? [`overwrite ${counted(changes.length, 'file', 'files')}`] : []),
    ...(removes.length > 0 ? [`delete ${counted(removes.length, 'file', 'files')}`] : []),
  ]
  await confirmLoss(shell, parts.join(' and '), false)
}

/** Returns the components of the files, and those of the design that the files lack. */
function keepExisting(design: DesignSource, files: DesignSource): DesignSource {
  const lists = kinds.map((kind) => {
    const ids = new Set(files[kind].map(idOf))
    return [kind, [...files[kind], ...design[kind].filter((component) => !ids.has(idOf(component)))]] as const
  })
  const isBare = Object.keys(files.bootstrap as object).length === 0
  return { ...files, ...Object.fromEntries(lists), bootstrap: isBare ? design.bootstrap : files.bootstrap }
}

function reportFiles(shell: Shell, directory: string, { wrote, removed, left }: WrittenDesign): void {
  const { io, paint } = shell
  const shown = (paths: readonly string[]): string[] => paths.map((path) => relative(io.cwd, path))
  // An export that fails prints nothing on stdout.
  if (left.length === 0) shell.printJson(JSON.stringify({ files: shown(wrote), deleted: shown(removed) }))
  for (const path of shown(wrote)) shell.confirm(`${paint.good('wrote')}   ${printable(path)}`)
  for (const path of shown(removed)) shell.confirm(`${paint.bad('deleted')} ${printable(path)}`)
  if (wrote.length + removed.length === 0) shell.note(`nothing to write to ${relative(io.cwd, directory) || '.'}`)
}

/**
 * Throws if components of the files differ from the design. A partial export would mix two designs, and a game that
 * watches the files would load the mixture.
 */
function requireSameComponents(wanted: DesignSource, design: DesignSource, from: string): void {
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

function requireAllWritten({ left }: WrittenDesign): void {
  if (left.length === 0) return
  throw new CliError(left.map(({ name, reason }) => `${name} was not written: ${reason}`).join('\n'), {
    code: 'not_written',
    exitCode: exitCode.refused,
    advice: ['move it, or name another directory'],
  })
}
