import type { LiveKind } from '../client/live-ids.ts'
import type { Shell } from '../terminal/shell.ts'

/**
 * What a value is one of, for those who complete what is typed: these words, a path, what the program itself has, or an id
 * of the running game.
 */
export type Completes = readonly string[] | 'file' | 'directory' | 'template' | 'route' | LiveKind

/** An option of a command. `T` is what it gives: its parsed value, or what stands for its absence. */
export interface Option<T> {
  /** As help shows it and commander reads it: `--count <n>`, `--force`. */
  readonly flags: string
  readonly about: string
  readonly absent: T
  readonly completes?: Completes | undefined
  /** Reads one value; `before` is what earlier ones gave. Throws commander's InvalidArgumentError. */
  parse?(text: string, before: T): T
}

/** An argument of a command: `<id>` is required, `[dir]` is not, `[files...]` takes all that follow. */
export interface Argument<T> {
  readonly syntax: string
  readonly about: string
  readonly absent: T
  readonly completes?: Completes | undefined
}

type Options = Readonly<Record<string, Option<unknown>>>
type Arguments = Readonly<Record<string, Argument<unknown>>>

type Values<Given> = {
  readonly [Key in keyof Given]: Given[Key] extends Option<infer T>
    ? T
    : Given[Key] extends Argument<infer T>
      ? T
      : never
}

/** What a command is: data, and one function. */
export interface Command<A extends Arguments = Arguments, O extends Options = Options> {
  /** In the order in which they are typed. */
  readonly arguments: A
  readonly options: O
  readonly examples: readonly string[]
  /** What help says beyond the summary. */
  readonly notes?: string
  /** What to do instead of a line that commander refuses: the words after the name of the command. */
  readonly instead?: (words: readonly string[]) => string | undefined
  /** Does it; the number is the exit code, none is success. */
  run(given: Values<A> & Values<O>, shell: Shell): Promise<number | void>
}

/** Writes a command down, with the types of its values taken from its arguments and options. */
export function defineCommand<const A extends Arguments, const O extends Options>(
  command: Command<A, O>,
): Command<A, O> {
  return command
}

/** A command that runs; its module is loaded when it is asked for. */
export interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
  /** What other programs call it: an error suggests it for these words. */
  readonly alsoCalled?: readonly string[]
  /** For programs: no list of commands has it. */
  readonly hidden?: true
}

/** Commands about one thing, under its name. */
export interface Group {
  readonly name: string
  readonly summary: string
  /** What to know about its subject, below the help. */
  readonly notes?: string
  readonly commands: readonly (Leaf | Group)[]
  /** The name of the one that is meant where none is named. */
  readonly usual?: string
  /** The name of the one that is meant where an id stands in the place of a command. */
  readonly usualOfId?: string
}

/** Whether a node of the tree holds further ones. */
export function isGroup(node: Leaf | Group): node is Group {
  return 'commands' in node
}

/** The commands of a group that are there for people. */
export function shownCommands({ commands }: Group): readonly (Leaf | Group)[] {
  return commands.filter((node) => isGroup(node) || !node.hidden)
}
