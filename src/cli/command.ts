import type { LiveKind } from '../client/live-ids.ts'
import type { Shell } from '../terminal/shell.ts'

/**
 * The values that completion offers: a list of words, paths, templates or routes of the program, simulations of the
 * project and files with checks beside other paths, personas of the project, or ids of the running game.
 */
export type Completes =
  | readonly string[]
  | 'file'
  | 'directory'
  | 'template'
  | 'route'
  | 'simulation'
  | 'check'
  | 'persona'
  | LiveKind

/** An option of a command. `T` is the type of its value, and of `absent`, the value if the option is not given. */
export interface Option<T> {
  /** In the form that help prints and commander parses: `--count <n>`, `--force`. */
  readonly flags: string
  readonly about: string
  readonly absent: T
  readonly completes?: Completes | undefined
  /** Parses one value; `before` is the result for earlier ones. Throws commander's InvalidArgumentError. */
  parse?(text: string, before: T): T
}

/** An argument of a command: `<id>` is required, `[dir]` is optional, `[files...]` takes all that follow. */
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

/** A command: its declaration and the function that runs it. */
export interface Command<A extends Arguments = Arguments, O extends Options = Options> {
  /** In the order of the command line. */
  readonly arguments: A
  readonly options: O
  readonly examples: readonly string[]
  /** Text that help prints below the options. */
  readonly notes?: string
  /** Suggests what to do if commander rejects the command line. Gets the words after the name of the command. */
  readonly alternative?: (words: readonly string[]) => string | undefined
  /** Runs the command and returns the exit code; undefined means success. */
  run(given: Values<A> & Values<O>, shell: Shell): Promise<number | void>
}

/** Returns a command unchanged. It lets the compiler infer the types of the values from the arguments and options. */
export function defineCommand<const A extends Arguments, const O extends Options>(
  command: Command<A, O>,
): Command<A, O> {
  return command
}

/** A command that can run. Its module is loaded only when it is needed. */
export interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
  /** Names of this command in other programs. An error suggests the command for these words. */
  readonly otherNames?: readonly string[]
  /** True for a command that only other programs call; lists of commands leave it out. */
  readonly hidden?: true
}

/** A group of commands about one subject. */
export interface Group {
  readonly name: string
  readonly summary: string
  /** Text about the subject that help prints below the options. */
  readonly notes?: string
  readonly commands: readonly (Leaf | Group)[]
  /** The name of the command that runs if the command line names none. */
  readonly defaultCommand?: string
  /** The name of the command that errors suggest if an id is in the place of a command. */
  readonly defaultForId?: string
}

/** Whether a node of the tree is a group. */
export function isGroup(node: Leaf | Group): node is Group {
  return 'commands' in node
}

/** Returns the commands of a group that are not hidden. */
export function shownCommands({ commands }: Group): readonly (Leaf | Group)[] {
  return commands.filter((node) => isGroup(node) || !node.hidden)
}
