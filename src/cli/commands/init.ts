import { dirname, join, relative, resolve } from 'node:path'
import { suggestion } from '../../game/kernel/nearest.ts'
import { makeDirectories } from '../../project/directory.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { hasCode } from '../../storage/storage-error.ts'
import { usageError } from '../cli-error.ts'
import { calledAs } from '../called-as.ts'
import { defineCommand } from '../command.ts'
import { flag, optional, text } from '../option.ts'
import { shellQuoted } from '../render/shell-quoted.ts'
import { table } from '../render/table.ts'
import type { Shell } from '../shell.ts'
import { listTemplates, readTemplate, type Template, type TemplateFile } from '../templates.ts'
import { writeFile } from '../write-file.ts'

const DEFAULT_TEMPLATE = 'starter'

/** `gamify init`: writes a starter project, and never over a file that is there unless told to. Spec 6.2. */
export const init = defineCommand({
  arguments: { directory: optional('dir', 'The directory to write to (default: the current one)', 'directory') },
  options: {
    template: text('--template <name>', `The template to use (default: ${DEFAULT_TEMPLATE})`, 'template'),
    list: flag('--list', 'List the templates'),
    force: flag('--force', 'Overwrite existing files'),
  },
  examples: ['gamify init demo', 'gamify init --list'],
  notes: 'With --json: { files }, the paths written; with --list { templates: [{ name, summary }] }.',
  async run({ directory, template = DEFAULT_TEMPLATE, list, force }, shell) {
    const templates = await listTemplates(shell.io.files)
    if (list) return showTemplates(shell, templates)
    const names = templates.map(({ name }) => name)
    if (!names.includes(template)) {
      throw usageError(`no template '${template}'${suggestion(template, names)}`, `available: ${names.join(', ')}`)
    }
    const target = resolve(shell.io.cwd, directory ?? '.')
    await refuseFile(shell.io.files, target)
    const written: string[] = []
    const kept: string[] = []
    for (const file of await readTemplate(shell.io.files, template)) {
      const isNew = await writeTemplate(shell.io.files, target, file, force)
      ;(isNew ? written : kept).push(relative(shell.io.cwd, join(target, file.path)))
    }
    tell(shell, target, written, kept)
  },
})

function showTemplates(shell: Shell, templates: readonly Template[]): void {
  shell.printJson(JSON.stringify({ templates }))
  shell.print(
    table(
      ['TEMPLATE', 'DESCRIPTION'],
      templates.map(({ name, summary }) => [name, summary]),
    ),
  )
}

async function refuseFile(files: FileSystem, target: string): Promise<void> {
  try {
    await files.list(target)
  } catch (error) {
    if (!hasCode(error, 'ENOTDIR')) throw error
    throw usageError(`${target} is a file, or lies below one`, 'name a directory; gamify creates it if needed')
  }
}

/** Writes a file where there is none, or over it when forced; false when it was kept. */
async function writeTemplate(files: FileSystem, target: string, file: TemplateFile, force: boolean): Promise<boolean> {
  const path = join(target, file.path)
  try {
    await makeDirectories(files, dirname(path))
    await writeFile(files, path, force ? 'replace' : 'create', file.content)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw usageError(`${path} could not be written: ${reason}`, 'name another directory, or move it away')
  }
}

function tell(shell: Shell, target: string, written: readonly string[], kept: readonly string[]): void {
  const { io, paint } = shell
  shell.printJson(JSON.stringify({ files: written }))
  for (const path of written) shell.confirm(`${paint.good('wrote')} ${path}`)
  for (const path of kept) shell.confirm(`${paint.faint('kept')}  ${path}`)
  if (kept.length > 0) shell.note(`${kept.length} files already existed, unchanged; use --force to overwrite them`)
  const here = relative(io.cwd, target)
  shell.note(`next: ${here === '' ? '' : `cd ${shellQuoted(here)} && `}${calledAs(io, target)} serve`)
}
