import { moreText } from './message-text.ts'
import { suggester, type Suggest } from './nearest.ts'

/** The maximum number of problems of one input or one design that are reported. Of the others, only the number is. */
export const MAX_PROBLEMS = 100

/** The message of a problem. A function is only called if the problem is reported, and can suggest names. */
export type LazyMessage = string | ((suggest: Suggest) => string)

/** Returns the text of a message. */
export const messageText = (message: LazyMessage, suggest: Suggest): string =>
  typeof message === 'string' ? message : message(suggest)

/** A list of problems with their locations. */
export interface ProblemList<Place> {
  readonly add: (place: Place, message: LazyMessage) => void
  /** The first problems, up to MAX_PROBLEMS. */
  readonly reported: readonly (Place & { readonly message: string })[]
  /** The number of further problems. */
  readonly more: number
}

/** Creates an empty list. All messages share one budget for the suggestion of names. */
export function problemList<Place extends object>(): ProblemList<Place> {
  const reported: (Place & { readonly message: string })[] = []
  const suggest = suggester()
  let more = 0
  return {
    add: (place, message) => {
      if (reported.length < MAX_PROBLEMS) reported.push({ ...place, message: messageText(message, suggest) })
      else more += 1
    },
    reported,
    get more() {
      return more
    },
  }
}

/** Returns `1 more problem`: the text after a list that does not contain all problems. */
export const moreProblems = (more: number): string => moreText(more, ['problem', 'problems'])
