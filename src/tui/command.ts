import type { Service } from '../terminal/service.ts'
import type { Choice, Model, Message, Settings } from './model.ts'

/** A question that a line of text answers. */
export interface Question {
  readonly title: string
  /** What can be answered. */
  readonly hints: readonly string[]
  /** The suggested answer: Enter takes it, and typing replaces it. */
  readonly suggested?: string | undefined
  /** Whether an empty line is an answer. */
  readonly isOptional?: boolean
}

/** Asks the user. Words typed after a command answer the first questions. */
export interface Prompt {
  /** Asks for one of several choices; rejects with `Dismissed` if the user cancels. */
  choose(title: string, choices: () => Promise<readonly Choice[]>): Promise<string>
  /**
   * Asks for a line of text, and resolves to what `take` makes of it. If the answer does not fit, or the service refuses what
   * `take` asks of it, the question stays open with the answer and the problem.
   */
  ask<T>(question: Question, take: (text: string) => T | Promise<T>): Promise<T>
  /** The next word that was typed after the command, if there is one. */
  nextArgument(): string | undefined
  /** Continues only if the answer is yes. */
  confirm(title: string): Promise<void>
}

/** What an action can use, apart from the selected row. */
export interface CommandContext {
  readonly service: Service
  readonly settings: Settings
  /** The selected row of the view, if it has rows. */
  readonly row: unknown
  /** The command line for this service, with its flags. */
  readonly toCommandLine: (command: string) => string
  /** Changes the settings of the pane, and moves the cursor of the view. */
  readonly set: (settings: Settings, row?: number) => void
}

/** An action of the user, by a key or by its name after `:`. */
export interface Command<Item = unknown> {
  readonly key: string
  /** Its name, as it is typed: `play action`. */
  readonly name: string
  /** The arguments that it takes. */
  readonly parameters: string
  readonly description: string
  /** Why it is not available now; undefined if it is. */
  disabledReason(item: Item | undefined, model: Model): string | undefined
  run(prompt: Prompt, item: Item, context: CommandContext): Promise<Message>
}

/** The user cancelled a question, so nothing happens. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed'
}
