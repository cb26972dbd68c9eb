import { quoted } from './message-text.ts'

/** Longer words are not compared: they are unlikely to be typing errors. */
const MAX_WORD = 64

/** The maximum number of letter comparisons for one word, which take about a millisecond. */
const MAX_COMPARED = 100_000

/** The maximum number of letter comparisons for all words in a list of problems. */
const MAX_COMPARED_IN_ALL = 500_000

/** The number of letter comparisons that are still allowed. */
interface Budget {
  remaining: number
}

/**
 * Returns the number of single-letter edits (insertions, deletions, replacements and swaps of neighbours) between two
 * words.
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1]
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[to.length] ?? 0
}

/** If a word has at least this length, `nearest` also accepts the only candidate that begins with it. */
const MIN_BEGINNING = 3

/**
 * Returns the candidate that `word` most likely means: the one with the smallest edit distance, which can be a third of
 * its letters, or else the only one that begins with `word`. Stops comparing candidates when the budget is used up.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  budget: Budget = { remaining: MAX_COMPARED },
): string | undefined {
  if (word.length > MAX_WORD) return undefined
  const letters = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  const begun = new Set<string>()
  for (const candidate of candidates) {
    if (letters.length >= MIN_BEGINNING && candidate.toLowerCase().startsWith(letters)) begun.add(candidate)
    const isFar = Math.abs(candidate.length - word.length) >= bestDistance
    budget.remaining -= isFar ? 1 : word.length * candidate.length
    if (budget.remaining < 0) break
    if (isFar) continue
    const distance = editDistance(letters, candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best ?? (begun.size === 1 ? begun.values().next().value : undefined)
}

/** Returns the text that suggests one of the candidates, as `suggestion` does. */
export type Suggest = (word: string, candidates: Iterable<string>) => string

/**
 * Returns a function that makes suggestions with one shared budget, so that a list of problems takes only milliseconds.
 */
export function suggester(): Suggest {
  const budget = { remaining: MAX_COMPARED_IN_ALL }
  return (word, candidates) => suggestion(word, candidates, budget)
}

/** Returns ` (did you mean 'x'?)`, or an empty text if no candidate is near. */
export function suggestion(word: string, candidates: Iterable<string>, budget?: Budget): string {
  const meant = nearest(word, candidates, budget)
  return meant === undefined ? '' : ` (did you mean ${quoted(meant)}?)`
}
