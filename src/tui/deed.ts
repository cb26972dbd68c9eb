import type { Service } from '../terminal/service.ts'
import type { Choice, Model, Said, Settings } from './model.ts'

/** A question that a line of text answers. */
export interface Question {
  readonly title: string
  /** What can be answered. */
  readonly about: readonly string[]
  /** The suggested answer: Enter takes it, and typing replaces it. */
  readonly suggested?: string | undefined
  /** Whether an empty line is an answer. */
  readonly isOptional?: boolean
}

/** Asks the user. Words typed after a command answer the first questions. */
export interface Talk {
  /** Asks for one of several choices; rejects with `Dismissed` if the user cancels. */
  choose(title: string, choices: () => Promise<readonly Choice[]>): Promise<string>
  /**
   * Asks for a line of text, and resolves to what `take` makes of it. If the answer does not fit, or the service refuses what
   * `take` asks of it, the question stays open with the answer and the problem.
   */
  ask<T>(question: Question, take: (text: string) => T | Promise<T>): Promise<T>
  /** The next word that was typed after the command, if there is one. */
  given(): string | undefined
  /** Continues only if the answer is yes. */
  confirm(title: string): Promise<void>
}

/** What an action can use, apart from the selected row. */
export interface Scene {
  readonly service: Service
  readonly settings: Settings
  /** The selected row of the view, if it has rows. */
  readonly row: unknown
  /** The command line for this service, with its flags. */
  readonly commandLine: (command: string) => string
  /** Changes the settings of the pane, and moves the cursor of the view. */
  readonly set: (settings: Settings, row?: number) => void
}

/** An action of the user, by a key or by its name after `:`. */
export interface Deed<Item = unknown> {
  readonly key: string
  /** Its name, as it is typed: `play action`. */
  readonly words: string
  /** The arguments that it takes. */
  readonly takes: string
  readonly about: string
  /** Why it is not available now; undefined if it is. */
  whyNot(item: Item | undefined, model: Model): string | undefined
  run(talk: Talk, item: Item, scene: Scene): Promise<Said>
}

/** The user cancelled a question, so nothing happens. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed'
}
