import { basename, dirname, join, relative, resolve } from 'node:path'
import { andMore } from '../../game/kernel/message-text.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { isThere, makeDirectories } from '../../project/directory.ts'
import { findConfig } from '../../project/find-config.ts'
import { counted } from '../../sentences/quantities.ts'
import { shellQuoted } from '../../sentences/shell-quoted.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { hasCode } from '../../storage/storage-error.ts'
import { CliError, usageError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { invocationFrom } from '../../terminal/hint.ts'
import { table } from '../../terminal/render/table.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { flag, optional, text } from '../option.ts'
import { listTemplates, readTemplate, type Template, type TemplateFile } from '../templates.ts'
import { writeFile } from '../write-file.ts'

const DEFAULT_TEMPLATE = 'starter'

/** The names that make a directory a project. */
const MARKS = ['gamify.json', 'design']

/** The number of files that are listed if nothing is written; a line counts the others. */
const MAX_LISTED = 20

/**
 * `gamify init`: creates a project. In an existing project it writes nothing without `--add` or `--force`. Spec 6.2.
 */
export const init = defineCommand({
  arguments: { directory: optional('dir', 'The directory to write to (default: the current one)', 'directory') },
  options: {
    template: text('--template <name>', `The template to use (default: ${DEFAULT_TEMPLATE})`, 'template'),
    list: flag('--list', 'List the templates'),
    add: flag('--add', 'Add the missing files to an existing project'),
    force: flag('--force', 'Add the missing files and overwrite the existing ones'),
  },
  examples: ['gamify init demo', 'gamify init course --template learning', 'gamify init --list'],
  notes: [
    'If the directory already has a gamify.json or a design, or lies inside a project, init lists what it would write and',
    'exits with 2.',
    'With --json: { files }, the paths written; with --list { templates: [{ name, summary }] }. The error in a project has',
    "'add' and 'overwrite', the paths that --add and --force would write.",
  ].join('\n'),
  async run({ directory, template = DEFAULT_TEMPLATE, list, add, force }, shell) {
    if (add && force)
      throw usageError('--add and --force cannot be combined', '--add keeps existing files, --force overwrites them')
    const templates = await listTemplates(shell.io.files)
    if (list) return showTemplates(shell, templates)
    const names = templates.map(({ name }) => name)
    if (!names.includes(template)) {
      throw usageError(`no template '${template}'${suggestion(template, names)}`, `available: ${names.join(', ')}`)
    }
    const target = resolve(shell.io.cwd, directory ?? '.')
    await refuseFile(shell.io.files, target)
    const content = (await readTemplate(shell.io.files, template)).map((file) =>
      file.path === 'gamify.json' ? { ...file, content: ownGame(file.content, basename(target)) } : file,
    )
    if (!add && !force) await refuseProject(shell, target, content)
    const written: string[] = []
    const kept: string[] = []
    for (const file of content) {
      const isNew = await writeTemplate(shell.io.files, target, file, force)
      ;(isNew ? written : kept).push(relative(shell.io.cwd, join(target, file.path)))
    }
    reportFiles(shell, target, written, kept)
  },
})

/** Gives the gamify.json of a template the id of its own game, because commands tell projects apart by that id. */
function ownGame(content: Buffer, directory: string): Buffer {
  const { game, ...others } = JSON.parse(content.toString()) as { readonly game: TemplateGame }
  const { id, description: _, ...about } = game
  return Buffer.from(`${JSON.stringify({ game: { id: idFrom(directory) || id, ...about }, ...others }, null, 2)}\n`)
}

/** The game of a template's gamify.json; its description is the summary of the template. */
interface TemplateGame {
  readonly id: string
  readonly description?: string
}

const MAX_ID = 64

/**
 * Converts the name of a directory to an id: letters without accents, digits, `_` and `-`, starting with the first
 * letter.
 */
function idFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MAX_ID)
    .replace(/-+$/, '')
}

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
    throw usageError(`${target} is a file, or is inside one`, 'name a directory; gamify creates it if needed')
  }
}

/**
 * Throws if the target is a project or inside one: a second game would mix with the first, and an emulator would load
 * both.
 */
async function refuseProject(shell: Shell, target: string, content: readonly TemplateFile[]): Promise<void> {
  const { files, cwd } = shell.io
  const isAt = (path: string): Promise<boolean> => isThere(files, join(target, path))
  const found = (await Promise.all(MARKS.map(isAt))).flatMap((is, i) => (is ? [`'${MARKS[i]}'`] : []))
  const around = found.length > 0 ? undefined : await findConfig(files, dirname(target))
  if (found.length === 0 && around === undefined) return
  const why = around
    ? `lies inside the project ${dirname(around)}`
    : `is already a project: it has ${found.join(' and ')}`
  const would = await Promise.all(
    content.map(async ({ path }) => ({ path, action: (await isAt(path)) ? ('overwrite' as const) : ('add' as const) })),
  )
  const shown = (path: string): string => relative(cwd, join(target, path))
  // The schemas are left out of the list, because they concern no user.
  const own = would.filter(({ path }) => !path.startsWith('schemas')).slice(0, MAX_LISTED)
  const more = would.length - own.length
  const pathsTo = (wanted: 'add' | 'overwrite'): readonly string[] =>
    would.flatMap(({ path, action }) => (action === wanted ? [shown(path)] : []))
  const message = `${target} ${why}. Nothing was written`
  throw new CliError(message, {
    code: 'invalid_usage',
    exitCode: exitCode.usage,
    json: JSON.stringify({
      error: 'invalid_usage',
      error_description: message,
      add: pathsTo('add'),
      overwrite: pathsTo('overwrite'),
    }),
    advice: [
      'the template would:',
      ...own.map(({ path, action }) => `  ${action.padEnd('overwrite'.length)} ${shown(path)}`),
      ...andMore(more, ['file', 'files']).map((line) => `  ${line}`),
      "use --add to add the missing files, --force to overwrite too, or name another directory: 'gamify init DIR'",
    ],
  })
}

/** Writes a file, and overwrites an existing one if `force` is set. Returns false if an existing file was kept. */
async function writeTemplate(files: FileSystem, target: string, file: TemplateFile, force: boolean): Promise<boolean> {
  const path = join(target, file.path)
  try {
    await makeDirectories(files, dirname(path))
    await writeFile(files, path, force ? 'replace' : 'create', file.content)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw usageError(`cannot write ${path}: ${reason}`, 'move it, or name another directory')
  }
}

function reportFiles(shell: Shell, target: string, written: readonly string[], kept: readonly string[]): void {
  const { io, paint } = shell
  shell.printJson(JSON.stringify({ files: written }))
  for (const path of written) shell.confirm(`${paint.good('wrote')} ${path}`)
  for (const path of kept) shell.confirm(`${paint.faint('kept')}  ${path}`)
  if (kept.length > 0) {
    const many = counted(kept.length, 'file', 'files')
    shell.note(`${many} already existed, unchanged; use --force to overwrite ${kept.length === 1 ? 'it' : 'them'}`)
  }
  const here = relative(io.cwd, target)
  shell.note(`next: ${here === '' ? '' : `cd ${shellQuoted(here)} && `}${invocationFrom(io, target)} serve`)
}
