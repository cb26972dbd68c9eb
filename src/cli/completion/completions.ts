import { Option as CommanderOption } from 'commander'
import { relative } from 'node:path'
import { isLiveKind, liveIds, type LiveKind } from '../../client/live-ids.ts'
import { printable } from '../../sentences/printable.ts'
import { loadProject } from '../../terminal/load-project.ts'
import { stayWithService } from '../../terminal/service.ts'
import { type CommonOptions, createShell, type Shell } from '../../terminal/shell.ts'
import { type Completes, shownCommands, type Group } from '../command.ts'
import { listTemplates } from '../templates.ts'
import { readTyped, type Expected, type TypedLine } from './typed-line.ts'
/** The most candidates that are offered. */
export const MAX_OFFERED = 100

/** A possible next word, and what it means if that is known. */
export interface Candidate {
  readonly word: string
  readonly about: string
}

/** The possible next words. With `paths`, the shell adds the matching files or directories. */
export interface Completions {
  readonly paths: 'none' | 'files' | 'directories'
  readonly candidates: readonly Candidate[]
}

const NOTHING: Completions = { paths: 'none', candidates: [] }

/**
 * Returns the completions at the end of a command line. `words` are its words without the name of the program, as they
 * are typed, quotes included. Ids come from the emulator that the command line would call; `onRequest` is called before
 * that. A command line that cannot be parsed has no completions.
 */
export async function completionsOf(
  commands: Group,
  words: readonly string[],
  shell: Shell,
  onRequest: () => void = () => {},
): Promise<Completions> {
  const line = await readTyped(commands, words.map(valueOf))
  if (line === undefined) return NOTHING
  const { paths, candidates } = await offersFor(line.expected, line, { commands, shell, onRequest })
  const fitting = candidates.filter(({ word }) => word.startsWith(line.prefix) && isPlain(word))
  return { paths, candidates: fitting.slice(0, MAX_OFFERED) }
}

/** What is needed to complete a value. */
interface CompletionContext {
  readonly commands: Group
  readonly shell: Shell
  readonly onRequest: () => void
}

async function offersFor(expected: Expected, line: TypedLine, context: CompletionContext): Promise<Completions> {
  if (expected.kind === 'command') return toCompletions(commandsOf(expected.group, context.commands))
  if (expected.kind === 'flag')
    return toCompletions([
      ...expected.options.map(({ flags, about }): Offer => [longOf(flags), about]),
      helpOffers.flag,
    ])
  const { completes, stem } = expected
  if (completes === 'file') return { ...NOTHING, paths: 'files' }
  if (completes === 'simulation' || completes === 'check')
    return { ...toCompletions(await labOffers(context.shell, completes)), paths: 'files' }
  if (completes === 'directory') return { ...NOTHING, paths: 'directories' }
  const values = await valuesFor(completes, { ...line, prefix: line.prefix.slice(stem.length) }, context)
  return toCompletions(values.map(([value, about]) => [stem + value, about]))
}

/** The command and the flag that commander adds. */
const helpOffers = { command: ['help', 'Show help for a command'], flag: ['--help', 'Show help'] } as const

function commandsOf(group: Group, all: Group): readonly Offer[] {
  const offers = shownCommands(group).map(({ name, summary }): Offer => [name, summary])
  return group === all ? [...offers, helpOffers.command] : offers
}

const longOf = (flags: string): string => new CommanderOption(flags).long ?? flags

type Offer = readonly [value: string, about: string]

async function valuesFor(
  completes: Completes | undefined,
  line: TypedLine,
  context: CompletionContext,
): Promise<readonly Offer[]> {
  if (completes === undefined) return []
  if (completes === 'template')
    return (await listTemplates(context.shell.io.files)).map(({ name, summary }) => [name, summary])
  if (completes === 'route') return routeOffers()
  if (completes === 'persona') return personaOffers(shellOf(line, context))
  if (typeof completes !== 'string') return completes.map((word) => [word, ''])
  return isLiveKind(completes) ? (await idsFor(completes, line, context)).map((id) => [id, completes]) : []
}

/** Returns the routes of the service, as `gamify routes` lists them. */
async function routeOffers(): Promise<readonly Offer[]> {
  const { routes } = await import('../../game/routes.ts')
  return routes.map(({ api, method, path, summary }) => [`${method} /${api}${path}`, summary])
}

/** Returns the simulations or files with checks of the project, by the paths from the current directory. */
async function labOffers(shell: Shell, kind: 'simulation' | 'check'): Promise<readonly Offer[]> {
  const { labFiles } = await import('../../lab/lab-files.ts')
  const { cwd, files } = shell.io
  const { directory } = await loadProject(shell)
  const found = await labFiles(files, directory, `${kind}s`)
  return 'message' in found ? [] : found.map((path) => [relative(cwd, path), kind])
}

/** Returns the personas of the project, and those that every project has. */
async function personaOffers(shell: Shell): Promise<readonly Offer[]> {
  const { personaNames } = await import('../commands/seed/persona-names.ts')
  return (await personaNames(shell)).map((name) => [name, 'persona'])
}

function idsFor(kind: LiveKind, line: TypedLine, context: CompletionContext): Promise<readonly string[]> {
  return stayWithService(shellOf(line, context), ({ client, player }) => {
    context.onRequest()
    return liveIds(client, kind, { as: player, prefix: line.prefix, before: line.before })
  })
}

/** Returns the shell of a command line, with its connection flags. */
function shellOf(line: TypedLine, { shell: { io, options } }: CompletionContext): Shell {
  return createShell(io, { ...options, ...typedOptions(line) })
}

/** Returns the values of the connection flags on the command line. */
function typedOptions({ given }: TypedLine): Partial<CommonOptions> {
  const text = (name: string): string | undefined => {
    const value = given.get(name)
    return value === true ? undefined : value
  }
  const runtime = text('runtime')
  return {
    url: text('url'),
    config: text('config'),
    as: text('as'),
    runtime: runtime === 'staging' || runtime === 'production' ? runtime : undefined,
  }
}

const toCompletions = (offers: readonly Offer[]): Completions => ({
  paths: 'none',
  candidates: offers.map(([word, about]) => ({ word, about })),
})

/** Whether a word is safe: a completion must not contain characters that control the terminal. */
const isPlain = (word: string): boolean => word !== '' && printable(word) === word

/** Matches a quoted, escaped or plain piece of a word. */
const PIECE = /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)|[^'"\\]+/gsu

/**
 * Returns the value of a word with its quotes and escapes resolved. The last quote can be open. Variables and backticks
 * stay as they are; nothing is expanded or run.
 */
export function valueOf(word: string): string {
  return word.replaceAll(PIECE, (piece, single?: string, double?: string, escaped?: string) => {
    if (single !== undefined) return single
    if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, '$1')
    return escaped ?? piece
  })
}
