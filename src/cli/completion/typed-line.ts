import { Option as CommanderOption } from 'commander'
import { type Argument, type Command, type Completes, type Option, isGroup, type Group, type Leaf } from '../command.ts'
import { commonOptions } from '../option.ts'

/** What can be at the end of the command line. */
export type Expected =
  | { readonly kind: 'command'; readonly group: Group }
  /** The flags that can still be given. */
  | { readonly kind: 'flag'; readonly options: readonly Option<unknown>[] }
  /** `stem` is the text before the value in the same word, such as `--runtime=`. */
  | { readonly kind: 'value'; readonly completes: Completes | undefined; readonly stem: string }

/** A parsed command line whose last word is incomplete. */
export interface TypedLine {
  readonly expected: Expected
  /** The text of the last word, including `stem`. */
  readonly prefix: string
  /** The arguments before the last word. */
  readonly before: readonly string[]
  /**
   * The values of the flags before the last word, by the names of their declarations; `true` for a flag without a
   * value.
   */
  readonly given: ReadonlyMap<string, string | true>
}

/** An option with its parsed flags. */
interface Flag {
  readonly name: string
  readonly option: Option<unknown>
  readonly declared: CommanderOption
}

/** The state of the parser. */
interface Reading {
  node: Leaf | Group
  command: Command | undefined
  flags: readonly Flag[]
  /** The flag that needs a value next. */
  open: Flag | undefined
  isAfterDashes: boolean
  readonly before: string[]
  readonly given: Map<string, string | true>
}

/**
 * Parses the words after the name of the program; the last one is incomplete. Returns undefined if they name no
 * command.
 */
export async function readTyped(commands: Group, words: readonly string[]): Promise<TypedLine | undefined> {
  const reading: Reading = {
    node: commands,
    command: undefined,
    flags: flagsOf(commonOptions),
    open: undefined,
    isAfterDashes: false,
    before: [],
    given: new Map(),
  }
  const prefix = words.at(-1) ?? ''
  const asksForHelp = words.length > 1 && words[0] === 'help'
  for (const word of words.slice(asksForHelp ? 1 : 0, -1)) if (!(await readWord(reading, word))) return undefined
  if (asksForHelp && !isGroup(reading.node)) return undefined
  return { prefix, expected: expectedAt(reading, prefix), before: reading.before, given: reading.given }
}

/** Parses one word. Returns false if it is an unknown command. */
async function readWord(reading: Reading, word: string): Promise<boolean> {
  const { open } = reading
  if (reading.isAfterDashes) reading.before.push(word)
  else if (open && !(open.declared.variadic && word.startsWith('-'))) {
    reading.given.set(open.name, word)
    if (!open.declared.variadic) reading.open = undefined
  } else if (word === '--') reading.isAfterDashes = true
  else if (isFlag(word)) readFlag(reading, word)
  else if (isGroup(reading.node)) return enterGroup(reading, reading.node, word)
  else reading.before.push(word)
  return true
}

function readFlag(reading: Reading, word: string): void {
  const [, name = '', value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [word, word]
  const flag = reading.flags.find((known) => isNamed(known, name))
  reading.open = undefined
  if (flag === undefined) return
  reading.given.set(flag.name, value ?? true)
  if (value === undefined && takesValue(flag)) reading.open = flag
}

async function enterGroup(reading: Reading, group: Group, word: string): Promise<boolean> {
  const next = group.commands.find(({ name }) => name === word)
  if (next === undefined) return false
  reading.node = next
  if (isGroup(next)) return true
  reading.command = await next.load()
  reading.flags = flagsOf({ ...reading.command.options, ...commonOptions })
  return true
}

function expectedAt(reading: Reading, prefix: string): Expected {
  const { open, flags, node, command } = reading
  if (!reading.isAfterDashes) {
    if (open && !(open.declared.variadic && isFlag(prefix))) return valueOf(open.option, '')
    const [stem = '', name = ''] = /^(--[^=]+)=/.exec(prefix) ?? []
    const named = flags.find((known) => isNamed(known, name))
    if (named !== undefined) return valueOf(named.option, stem)
    if (prefix.startsWith('-')) return { kind: 'flag', options: offeredFlags(reading) }
  }
  if (isGroup(node)) return { kind: 'command', group: node }
  return valueOf(argumentAt(Object.values(command?.arguments ?? {}), reading.before.length), '')
}

/** Returns the flags that can still be given: those that are not given yet, and repeatable ones. */
function offeredFlags({ flags, given }: Reading): readonly Option<unknown>[] {
  return flags.flatMap(({ name, option }) => (given.has(name) && !Array.isArray(option.absent) ? [] : [option]))
}

function valueOf(declared: Option<unknown> | Argument<unknown> | undefined, stem: string): Expected {
  return { kind: 'value', completes: declared?.completes, stem }
}

/** Returns the argument at an index. A repeatable last argument takes all further words. */
function argumentAt(all: readonly Argument<unknown>[], index: number): Argument<unknown> | undefined {
  const last = all.at(-1)
  return all[index] ?? (last?.syntax.includes('...') ? last : undefined)
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-'

const isNamed = ({ declared }: Flag, name: string): boolean => declared.long === name || declared.short === name

const takesValue = ({ declared }: Flag): boolean => declared.required || declared.optional

function flagsOf(options: Readonly<Record<string, Option<unknown>>>): Flag[] {
  return Object.entries(options).map(([name, option]) => ({
    name,
    option,
    declared: new CommanderOption(option.flags),
  }))
}
