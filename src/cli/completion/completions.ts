import { Option as CommanderOption } from 'commander'
import { type Completes, shownCommands, type Group } from '../command.ts'
import type { CommonOptions } from '../../terminal/shell.ts'
import { isLiveKind, liveIds, type LiveKind } from '../../client/live-ids.ts'
import { printable } from '../../terminal/render/printable.ts'
import { stayWithService } from '../../terminal/service.ts'
import { createShell, type Shell } from '../../terminal/shell.ts'
import { listTemplates } from '../templates.ts'
import { readTyped, type Expected, type TypedLine } from './typed-line.ts'
/** So many are offered at most. */
export const MAX_OFFERED = 100

/** What may be typed next: the whole word, and what it means where that is known. */
export interface Candidate {
  readonly word: string
  readonly about: string
}

/** All that may be typed next; with paths, those that the shell finds join them. */
export interface Completions {
  readonly paths: 'none' | 'files' | 'directories'
  readonly candidates: readonly Candidate[]
}

const NOTHING: Completions = { paths: 'none', candidates: [] }

/**
 * What may stand at the end of a command line, given by its words as they are typed, quotes and all, without the name of
 * the program. Live ids are those of the emulator that the line would talk to; `asks` is called before that is asked. What
 * nothing is known of gives nothing.
 */
export async function completionsOf(
  commands: Group,
  words: readonly string[],
  shell: Shell,
  asks: () => void = () => {},
): Promise<Completions> {
  const line = await readTyped(commands, words.map(valueOf))
  if (line === undefined) return NOTHING
  const { paths, candidates } = await offersFor(line.expected, line, { commands, shell, asks })
  const fitting = candidates.filter(({ word }) => word.startsWith(line.prefix) && isPlain(word))
  return { paths, candidates: fitting.slice(0, MAX_OFFERED) }
}

/** Where live ids come from. */
interface Asking {
  readonly commands: Group
  readonly shell: Shell
  readonly asks: () => void
}

async function offersFor(expected: Expected, line: TypedLine, asking: Asking): Promise<Completions> {
  if (expected.kind === 'command') return words(commandsOf(expected.group, asking.commands))
  if (expected.kind === 'flag')
    return words([...expected.options.map(({ flags, about }): Offer => [longOf(flags), about]), helpOffers.flag])
  const { completes, stem } = expected
  if (completes === 'file') return { ...NOTHING, paths: 'files' }
  if (completes === 'directory') return { ...NOTHING, paths: 'directories' }
  const values = await valuesFor(completes, { ...line, prefix: line.prefix.slice(stem.length) }, asking)
  return words(values.map(([value, about]) => [stem + value, about]))
}

/** What commander adds to our commands and flags by itself. */
const helpOffers = { command: ['help', 'Show help for a command'], flag: ['--help', 'Show help'] } as const

function commandsOf(group: Group, all: Group): readonly Offer[] {
  const offers = shownCommands(group).map(({ name, summary }): Offer => [name, summary])
  return group === all ? [...offers, helpOffers.command] : offers
}

const longOf = (flags: string): string => new CommanderOption(flags).long ?? flags

type Offer = readonly [value: string, about: string]

async function valuesFor(completes: Completes | undefined, line: TypedLine, asking: Asking): Promise<readonly Offer[]> {
  if (completes === undefined) return []
  if (completes === 'template')
    return (await listTemplates(asking.shell.io.files)).map(({ name, summary }) => [name, summary])
  if (completes === 'route') return routeOffers()
  if (typeof completes !== 'string') return completes.map((word) => [word, ''])
  return isLiveKind(completes) ? (await idsFor(completes, line, asking)).map((id) => [id, completes]) : []
}

/** The routes of the service, as `gamify routes` lists them. */
async function routeOffers(): Promise<readonly Offer[]> {
  const { routes } = await import('../../game/routes.ts')
  return routes.map(({ api, method, path, summary }) => [`${method} /${api}${path}`, summary])
}

function idsFor(kind: LiveKind, line: TypedLine, { shell: { io, options }, asks }: Asking): Promise<readonly string[]> {
  const typed = createShell(io, { ...options, ...typedOptions(line) })
  return stayWithService(typed, ({ client, player }) => {
    asks()
    return liveIds(client, kind, { as: player, prefix: line.prefix, before: line.before })
  })
}

/** The flags on the line that say where and as whom it would ask. */
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

const words = (offers: readonly Offer[]): Completions => ({
  paths: 'none',
  candidates: offers.map(([word, about]) => ({ word, about })),
})

/** Nothing that could steer a terminal is ever put on somebody's command line. */
const isPlain = (word: string): boolean => word !== '' && printable(word) === word

/** What a quoted or escaped piece of a word stands for; whatever else stands for itself. */
const PIECE = /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)|[^'"\\]+/gsu

/**
 * The value of a word as it stands on a command line, where its quotes need not be closed yet. Nothing in it is ever
 * looked up or run, as a shell would with `$` and backticks.
 */
export function valueOf(word: string): string {
  return word.replaceAll(PIECE, (piece, single?: string, double?: string, escaped?: string) => {
    if (single !== undefined) return single
    if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, '$1')
    return escaped ?? piece
  })
}
