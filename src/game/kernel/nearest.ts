/** Words longer than this are no typing slips worth measuring. */
const MAX_WORD = 64

/** What is looked at in search of one word, in letters of one against letters of the other: about a millisecond's worth. */
const MAX_COMPARED = 100_000

/** What is looked at in search of all words that a list of problems tells of. */
const MAX_COMPARED_IN_ALL = 500_000

/** How much may still be looked at. */
interface Budget {
  left: number
}

/** How many single-letter edits (insert, drop, change, swap neighbours) lead from one word to the other. */
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

/** A word of at least this length suggests the only candidate that begins with it. */
const MIN_BEGINNING = 3

/**
 * The candidate that `word` most likely means: the nearest one, at most a third of the letters away, else the only one that
 * begins with it. Of very many candidates it compares only the first.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  budget: Budget = { left: MAX_COMPARED },
): string | undefined {
  if (word.length > MAX_WORD) return undefined
  const letters = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  const begun = new Set<string>()
  for (const candidate of candidates) {
    if (letters.length >= MIN_BEGINNING && candidate.toLowerCase().startsWith(letters)) begun.add(candidate)
    const isFar = Math.abs(candidate.length - word.length) >= bestDistance
    budget.left -= isFar ? 1 : word.length * candidate.length
    if (budget.left < 0) break
    if (isFar) continue
    const distance = editDistance(letters, candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best ?? (begun.size === 1 ? begun.values().next().value : undefined)
}

/** Gives a suggestion for a word. */
export type Suggest = (word: string, candidates: Iterable<string>) => string

/** Gives suggestions for the words of a list of problems, as long as all together take but milliseconds. */
export function suggester(): Suggest {
  const budget = { left: MAX_COMPARED_IN_ALL }
  return (word, candidates) => suggestion(word, candidates, budget)
}

/** ` (did you mean 'x'?)`, or nothing where no candidate is near. */
export function suggestion(word: string, candidates: Iterable<string>, budget?: Budget): string {
  const meant = nearest(word, candidates, budget)
  return meant === undefined ? '' : ` (did you mean '${meant}'?)`
}
