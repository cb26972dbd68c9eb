import type { Service } from '../terminal/service.ts'
import type { Choice, Message, Model, Settings } from './model.ts'

/** A question that the user answers with a line of text. */
export interface Question {
  readonly title: string
  /** Describes the valid answers, one paragraph each. */
  readonly hints: readonly string[]
  /** The suggested answer. Enter accepts it, and typing replaces it. */
  readonly suggested?: string | undefined
  /** Whether an empty line is an answer. */
  readonly isOptional?: boolean
}

/** Asks the user. Arguments that were typed after the command answer the first questions. */
export interface Prompt {
  /** Asks for one of several choices. Rejects with `Dismissed` if the user cancels. */
  choose(title: string, choices: () => Promise<readonly Choice[]>): Promise<string>
  /**
   * Asks for a line of text and resolves to the result of `accept`. If `accept` rejects the answer, or if the service
   * refuses a request of `accept`, the question stays open and shows the answer and the problem. Rejects with `Dismissed` if
   * the user cancels.
   */
  ask<T>(question: Question, accept: (text: string) => T | Promise<T>): Promise<T>
  /** Takes the next argument that was typed after the command; undefined if there is none. */
  nextArgument(): string | undefined
  /** Asks for yes or no. Rejects with `Dismissed` if the answer is no. */
  confirm(title: string): Promise<void>
}

/** What a command can use in addition to the selected row of the pane. */
export interface CommandContext {
  readonly service: Service
  readonly settings: Settings
  /** The selected row of the view, if the view has rows. */
  readonly row: unknown
  /** Completes a command line with the flags that connect it to the same service. */
  readonly toCommandLine: (command: string) => string
  /** Changes the settings of the pane, and moves the cursor of the view to `row`. */
  readonly changeSettings: (settings: Settings, row?: number) => void
}

/** A command that the user runs with a key, or by its name after `:`. */
export interface Command<Item = unknown> {
  readonly key: string
  /** The name as the user types it, such as `play action`. */
  readonly name: string
  /** The parameters in the notation of usage lines, such as `[action] [count]`. */
  readonly parameters?: string
  readonly description: string
  /** Returns why the command is not available now, or undefined if it is. */
  disabledReason?(item: Item | undefined, model: Model): string | undefined
  run(prompt: Prompt, item: Item, context: CommandContext): Promise<Message>
}

/** Signals that the user cancelled a question, so that the command changes nothing. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed'
}
