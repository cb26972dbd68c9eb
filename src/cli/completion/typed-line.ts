import { Option as CommanderOption } from 'commander'
import { type Argument, type Command, type Completes, type Option, isGroup, type Group, type Leaf } from '../command.ts'
import { commonOptions } from '../option.ts'

/** What may stand where somebody is typing. */
export type Expected =
  | { readonly kind: 'command'; readonly group: Group }
  /** Those that are not there yet. */
  | { readonly kind: 'flag'; readonly options: readonly Option<unknown>[] }
  /** `stem` is what stands before the value in the same word, such as `--runtime=`. */
  | { readonly kind: 'value'; readonly completes: Completes | undefined; readonly stem: string }

/** A command line as far as it is typed. */
export interface TypedLine {
  readonly expected: Expected
  /** What the word at the end begins with, `stem` and all. */
  readonly prefix: string
  /** The arguments before that word. */
  readonly before: readonly string[]
  /** The values of the flags before it, by the name of each in the declarations; `true` of those without one. */
  readonly given: ReadonlyMap<string, string | true>
}

/** An option with what its flags say. */
interface Flag {
  readonly name: string
  readonly option: Option<unknown>
  readonly declared: CommanderOption
}

/** Where reading has come to. */
interface Reading {
  node: Leaf | Group
  command: Command | undefined
  flags: readonly Flag[]
  /** The flag whose value comes next. */
  open: Flag | undefined
  isBehindDashes: boolean
  readonly before: string[]
  readonly given: Map<string, string | true>
}

/** Reads the words after the name of the program; the last one is being typed. Undefined where they lead to no command. */
export async function readTyped(commands: Group, words: readonly string[]): Promise<TypedLine | undefined> {
  const reading: Reading = {
    node: commands,
    command: undefined,
    flags: flagsOf(commonOptions),
    open: undefined,
    isBehindDashes: false,
    before: [],
    given: new Map(),
  }
  const prefix = words.at(-1) ?? ''
  const asksForHelp = words.length > 1 && words[0] === 'help'
  for (const word of words.slice(asksForHelp ? 1 : 0, -1)) if (!(await take(reading, word))) return undefined
  if (asksForHelp && !isGroup(reading.node)) return undefined
  return { prefix, expected: expectedAt(reading, prefix), before: reading.before, given: reading.given }
}

/** Goes past a word; false where there is no such command. */
async function take(reading: Reading, word: string): Promise<boolean> {
  const { open } = reading
  if (reading.isBehindDashes) reading.before.push(word)
  else if (open && !(open.declared.variadic && word.startsWith('-'))) {
    reading.given.set(open.name, word)
    if (!open.declared.variadic) reading.open = undefined
  } else if (word === '--') reading.isBehindDashes = true
  else if (isFlag(word)) takeFlag(reading, word)
  else if (isGroup(reading.node)) return enter(reading, reading.node, word)
  else reading.before.push(word)
  return true
}

function takeFlag(reading: Reading, word: string): void {
  const [, name = '', value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [word, word]
  const flag = reading.flags.find((known) => isNamed(known, name))
  reading.open = undefined
  if (flag === undefined) return
  reading.given.set(flag.name, value ?? true)
  if (value === undefined && takesValue(flag)) reading.open = flag
}

async function enter(reading: Reading, group: Group, word: string): Promise<boolean> {
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
  if (!reading.isBehindDashes) {
    if (open && !(open.declared.variadic && isFlag(prefix))) return valueOf(open.option, '')
    const [stem = '', name = ''] = /^(--[^=]+)=/.exec(prefix) ?? []
    const named = flags.find((known) => isNamed(known, name))
    if (named !== undefined) return valueOf(named.option, stem)
    if (prefix.startsWith('-')) return { kind: 'flag', options: offered(reading) }
  }
  if (isGroup(node)) return { kind: 'command', group: node }
  return valueOf(argumentAt(Object.values(command?.arguments ?? {}), reading.before.length), '')
}

/** The flags that may still be given: those that stand there already only where they may be repeated. */
function offered({ flags, given }: Reading): readonly Option<unknown>[] {
  return flags.flatMap(({ name, option }) => (given.has(name) && !Array.isArray(option.absent) ? [] : [option]))
}

function valueOf(declared: Option<unknown> | Argument<unknown> | undefined, stem: string): Expected {
  return { kind: 'value', completes: declared?.completes, stem }
}

/** The last one takes all that follow, where it may. */
function argumentAt(all: readonly Argument<unknown>[], place: number): Argument<unknown> | undefined {
  const last = all.at(-1)
  return all[place] ?? (last?.syntax.includes('...') ? last : undefined)
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
