import { Dismissed, type Talk } from './deed.ts'
import { fieldOf, suggestedField } from './field.ts'
import type { Choice, Overlay } from './model.ts'

/** Asks questions one after the other. */
export interface Asking {
  readonly talk: Talk
  /** Answers the open question. */
  answer(text: string): void
  /** Cancels the open question. */
  dismiss(): void
  /** The words that answered no question. */
  unused(): readonly string[]
}

/** Asks with overlays; the words in `given` answer the first questions. */
export function startAsking(show: (overlay: Overlay | undefined) => void, given: readonly string[]): Asking {
  const words = [...given]
  let waiting: PromiseWithResolvers<string> | undefined
  const ask = (overlay: Overlay): Promise<string> => {
    waiting = Promise.withResolvers<string>()
    show(overlay)
    return waiting.promise
  }
  const talk: Talk = {
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
    async ask({ title, about, suggested = '', isOptional = false }) {
      return words.shift() ?? ask({ kind: 'ask', title, about, isOptional, field: suggestedField(suggested) })
    },
    given: () => words.shift(),
    async confirm(title) {
      const no: Choice = { value: 'no', label: 'no', about: 'cancel' }
      const answer = await talk.choose(title, async () => [no, { value: 'yes', label: 'yes', about: 'continue' }])
      if (answer !== 'yes') throw new Dismissed()
    },
  }
  const settle = (): PromiseWithResolvers<string> | undefined => {
    const settled = waiting
    waiting = undefined
    return settled
  }
  return {
    talk,
    answer: (text) => settle()?.resolve(text),
    dismiss: () => settle()?.reject(new Dismissed()),
    unused: () => words,
  }
}
