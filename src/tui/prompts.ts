import { Dismissed, type Prompt } from './command.ts'
import { fieldOf, suggestedField } from './field.ts'
import type { Choice, Overlay } from './model.ts'

/** Asks questions one after the other. */
export interface PromptSession {
  readonly prompt: Prompt
  /** Answers the open question. */
  answer(text: string): void
  /** Cancels the open question. */
  dismiss(): void
  /** The words that answered no question. */
  unusedArguments(): readonly string[]
}

/**
 * Asks with overlays; the words in `given` answer the first questions. `problemOf` says what is wrong with an answer, or
 * nothing if another answer would fail in the same way.
 */
export function startPrompts(
  show: (overlay: Overlay | undefined) => void,
  args: readonly string[],
  answerProblem: (error: unknown) => Promise<string | undefined>,
): PromptSession {
  const words = [...args]
  let waiting: PromiseWithResolvers<string> | undefined
  const ask = (overlay: Overlay): Promise<string> => {
    waiting = Promise.withResolvers<string>()
    show(overlay)
    return waiting.promise
  }
  const prompt: Prompt = {
    async choose(title, choices) {
      const word = words.shift()
      if (word !== undefined) return word
      const question = { kind: 'choose', title, field: fieldOf(), cursor: 0 } as const
      const answer = ask({ ...question, choices: undefined })
      const standing = waiting
      const fetched = choices().then((found: readonly Choice[]) => {
        if (waiting === standing) show({ ...question, choices: found })
      })
      fetched.catch((error: unknown) => {
        if (waiting !== standing) return
        show(undefined)
        standing?.reject(error)
      })
      return answer
    },
    async ask({ title, hints, suggested = '', isOptional = false }, take) {
      const question = { kind: 'ask', title, hints, isOptional } as const
      let text = words.shift() ?? (await ask({ ...question, field: suggestedField(suggested) }))
      for (;;) {
        try {
          return await take(text)
        } catch (error) {
          const problem = await answerProblem(error)
          if (problem === undefined) throw error
          text = await ask({ ...question, field: fieldOf(text), problem })
        }
      }
    },
    nextArgument: () => words.shift(),
    async confirm(title) {
      const no: Choice = { value: 'no', label: 'no', description: 'cancel' }
      const answer = await prompt.choose(title, async () => [
        no,
        { value: 'yes', label: 'yes', description: 'continue' },
      ])
      if (answer !== 'yes') throw new Dismissed()
    },
  }
  const settle = (): PromiseWithResolvers<string> | undefined => {
    const settled = waiting
    waiting = undefined
    return settled
  }
  return {
    prompt,
    answer: (text) => settle()?.resolve(text),
    dismiss: () => settle()?.reject(new Dismissed()),
    unusedArguments: () => words,
  }
}
