import { fieldOf, suggestedField } from './field.ts'
import type { Choice, Overlay } from './model.ts'

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

/** Signals that the user cancelled a question, so that the command changes nothing. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed'
}

/** The questions of one command, which are open one after the other. */
export interface PromptSession {
  readonly prompt: Prompt
  /** Answers the open question. */
  answer(text: string): void
  /** Cancels the open question. */
  dismiss(): void
  /** Returns the arguments that answered no question. */
  unusedArguments(): readonly string[]
}

/**
 * Starts to ask with overlays. The arguments answer the first questions. `problemOf` describes what is wrong with an answer;
 * it returns undefined for an error that another answer cannot avoid, which then ends the command.
 */
export function startPrompts(
  show: (overlay: Overlay | undefined) => void,
  args: readonly string[],
  problemOf: (error: unknown) => Promise<string | undefined>,
): PromptSession {
  const unused = [...args]
  let open: PromiseWithResolvers<string> | undefined
  const ask = (overlay: Overlay): Promise<string> => {
    open = Promise.withResolvers<string>()
    show(overlay)
    return open.promise
  }
  const prompt: Prompt = {
    async choose(title, choices) {
      const argument = unused.shift()
      if (argument !== undefined) return argument
      const overlay = { kind: 'choose', title, field: fieldOf(), cursor: 0 } as const
      const answer = ask({ ...overlay, choices: undefined })
      const question = open
      const shown = choices().then((loaded) => {
        if (open === question) show({ ...overlay, choices: loaded })
      })
      shown.catch((error: unknown) => {
        if (open !== question) return
        show(undefined)
        question?.reject(error)
      })
      return answer
    },
    async ask({ title, hints, suggested = '', isOptional = false }, accept) {
      const overlay = { kind: 'ask', title, hints, isOptional } as const
      let text = unused.shift() ?? (await ask({ ...overlay, field: suggestedField(suggested) }))
      for (;;) {
        try {
          return await accept(text)
        } catch (error) {
          const problem = await problemOf(error)
          if (problem === undefined) throw error
          text = await ask({ ...overlay, field: fieldOf(text), problem })
        }
      }
    },
    nextArgument: () => unused.shift(),
    async confirm(title) {
      const choices: readonly Choice[] = [
        { value: 'no', label: 'no', description: 'cancel' },
        { value: 'yes', label: 'yes', description: 'continue' },
      ]
      if ((await prompt.choose(title, async () => choices)) !== 'yes') throw new Dismissed()
    },
  }
  const close = (): PromiseWithResolvers<string> | undefined => {
    const closed = open
    open = undefined
    return closed
  }
  return {
    prompt,
    answer: (text) => close()?.resolve(text),
    dismiss: () => close()?.reject(new Dismissed()),
    unusedArguments: () => unused,
  }
}
