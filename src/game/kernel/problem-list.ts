import { moreText } from './message-text.ts'
import { suggester, type Suggest } from './nearest.ts'

/** Problems of one input, or one design, that are told; of the others only how many there are. */
export const MAX_PROBLEMS = 100

/** What is said of a problem. As a function it is made only if the problem is told, and may ask which name was meant. */
export type Words = string | ((suggest: Suggest) => string)

/** What is said. */
export const spoken = (words: Words, suggest: Suggest): string => (typeof words === 'string' ? words : words(suggest))

/** Problems as they are found, each at a place. */
export interface ProblemList<Place> {
  readonly add: (place: Place, words: Words) => void
  /** The first of them. */
  readonly told: readonly (Place & { readonly message: string })[]
  /** How many were found beyond those. */
  readonly more: number
}

/** A list without problems. What is looked for in the words of all of them together is bounded. */
export function problemList<Place extends object>(): ProblemList<Place> {
  const told: (Place & { readonly message: string })[] = []
  const suggest = suggester()
  let more = 0
  return {
    add: (place, words) => {
      if (told.length < MAX_PROBLEMS) told.push({ ...place, message: spoken(words, suggest) })
      else more += 1
    },
    told,
    get more() {
      return more
    },
  }
}

/** `1 more problem`: stands last where not all are told. */
export const moreProblems = (more: number): string => moreText(more, ['problem', 'problems'])
