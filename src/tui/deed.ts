import type { Service } from '../cli/service.ts'
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

/** Puts questions to the person at the terminal. What was typed behind a command answers them first. */
export interface Talk {
  /** One of some things; rejects with `Dismissed` where nothing is chosen. */
  choose(title: string, choices: () => Promise<readonly Choice[]>): Promise<string>
  ask(question: Question): Promise<string>
  /** The next word that was typed behind the command, where there is one. */
  given(): string | undefined
  /** Goes on only where the answer is yes. */
  confirm(title: string): Promise<void>
}

/** What a deed has at hand beside the chosen row. */
export interface Scene {
  readonly service: Service
  readonly settings: Settings
  /** The chosen row of the view, where that has rows and one is chosen. */
  readonly row: unknown
  /** A command line as it is to be typed here, with the flags that lead to this service. */
  readonly commandLine: (command: string) => string
  /** Lets the pane be set otherwise, and the cursor of the view stand on another row. */
  readonly set: (settings: Settings, row?: number) => void
}

/** What can be done: by a key, and by its name behind `:`. */
export interface Deed<Item = unknown> {
  readonly key: string
  /** Its name, as it is typed: `play action`. */
  readonly words: string
  /** What may stand behind it. */
  readonly takes: string
  readonly about: string
  /** Why it cannot be done now; undefined where it can. */
  whyNot(item: Item | undefined, model: Model): string | undefined
  run(talk: Talk, item: Item, scene: Scene): Promise<Said>
}

/** Nothing was chosen, so nothing is done. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed'
}
