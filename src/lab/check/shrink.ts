import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../game/kernel/instant.ts'
import { MAX_COUNT } from '../../game/kernel/schema.ts'
import type { SearchStep } from './search-step.ts'

/** Returns the number of first steps that are needed to show what a sequence shows, or undefined if it no longer does. */
export type Shows = (steps: readonly SearchStep[]) => number | undefined

/** The maximum number of sequences that are tried to make one simpler. A thorough search seldom needs a tenth of it. */
const MAX_TRIES = 5000

/**
 * Makes a sequence simpler as long as it shows the same: leaves out blocks of steps, then single ones, and makes numbers
 * smaller and players the first one, until no step can be left out and no number made simpler. Spec 7.3.
 */
export function shrink(steps: readonly SearchStep[], players: readonly string[], shows: Shows): readonly SearchStep[] {
  let best = steps.slice(0, shows(steps) ?? steps.length)
  let tries = 0
  const accept = (simpler: readonly SearchStep[]): boolean => {
    if (tries >= MAX_TRIES) return false
    tries += 1
    const needed = shows(simpler)
    if (needed === undefined) return false
    best = simpler.slice(0, needed)
    return true
  }
  for (let before = ''; before !== JSON.stringify(best);) {
    before = JSON.stringify(best)
    leaveOut(() => best, accept)
    mergeNeighbours(() => best, accept)
    for (let i = 0; i < best.length; i += 1) simplifyStep(i, () => best, accept)
    renamePlayers(players, () => best, accept)
  }
  return best
}

type Present = () => readonly SearchStep[]
type Accept = (simpler: readonly SearchStep[]) => boolean

/** Leaves out blocks of steps, half of them at first, then ever smaller ones. */
function leaveOut(present: Present, accept: Accept): void {
  for (let size = Math.max(1, Math.ceil(present().length / 2)); ; size = Math.floor(size / 2)) {
    for (let i = present().length - size; i >= 0; i -= 1) {
      const steps = present()
      if (i + size > steps.length) continue
      if (accept([...steps.slice(0, i), ...steps.slice(i + size)])) i -= size - 1
    }
    if (size <= 1) return
  }
}

/** Makes one step of two neighbours: time that goes by, or plays of the same action. */
function mergeNeighbours(present: Present, accept: Accept): void {
  for (let i = present().length - 2; i >= 0; i -= 1) {
    const steps = present()
    const [first, second] = [steps[i], steps[i + 1]]
    const merged = first && second && mergedStep(first, second)
    if (merged) accept([...steps.slice(0, i), merged, ...steps.slice(i + 2)])
  }
}

function mergedStep(first: SearchStep, second: SearchStep): SearchStep | undefined {
  if ('advanceMs' in first && 'advanceMs' in second) return { advanceMs: first.advanceMs + second.advanceMs }
  if (!('action' in first) || !('action' in second)) return undefined
  const [{ count = 1, ...one }, { count: more = 1, ...other }] = [first, second]
  const isSame = JSON.stringify(one) === JSON.stringify(other)
  return isSame && count + more <= MAX_COUNT ? { ...one, count: count + more } : undefined
}

/** Makes the numbers and texts of one step simpler. */
function simplifyStep(place: number, present: Present, accept: Accept): void {
  const step = present()[place]
  if (!step) return
  const replace = (changed: SearchStep): boolean => {
    const steps = present()
    return place < steps.length && accept([...steps.slice(0, place), changed, ...steps.slice(place + 1)])
  }
  if ('advanceMs' in step) {
    const rounds = roundDurations.filter((ms) => ms < step.advanceMs)
    if (!rounds.some((ms) => replace({ advanceMs: ms })) && !roundDurations.includes(step.advanceMs))
      smallest(step.advanceMs, (advanceMs) => replace({ advanceMs }))
    return
  }
  if ('action' in step) {
    const { count = 1, ...once } = step
    if (count > 1 && !replace(once))
      smallest(count, (fewer) => replace({ ...once, ...(fewer > 1 && { count: fewer }) }))
  }
  if ('action' in step || 'rule' in step) simplifyVariables(place, present, replace)
}

function simplifyVariables(place: number, present: Present, replace: (step: SearchStep) => boolean): void {
  const variablesNow = () => {
    const step = present()[place]
    return step && ('action' in step || 'rule' in step) ? step : undefined
  }
  for (const name of Object.keys(variablesNow()?.variables ?? {})) {
    const step = variablesNow()
    if (!step?.variables) return
    const { [name]: value = '', ...others } = step.variables
    const { variables: _, ...bare } = step
    if (replace(Object.keys(others).length > 0 ? { ...bare, variables: others } : bare)) continue
    const change = (simpler: string | number): boolean =>
      simpler !== value && replace({ ...step, variables: { ...others, [name]: simpler } })
    const number = Number(value)
    if (value === '' || !Number.isFinite(number)) {
      if (value !== '' && value !== 'x') ['' as string, 'x'].some(change)
      continue
    }
    const sign = number < 0 ? -1 : 1
    if ([0, 1, -1].filter((simple) => Math.abs(simple) < Math.abs(number)).some(change)) continue
    const size = Math.abs(number)
    // Powers of ten first, because the numbers between are larger than a search by halves can cover.
    const round = [10, 100, 1000, 1e6, 1e9].find((power) => power < size && change(sign * power))
    const from = round ?? (Number.isSafeInteger(number) ? size : undefined)
    if (from !== undefined) smallest(from, (less) => change(sign * less))
  }
}

/** Finds a number from 1 on by halves that is accepted, below one that is. Then tries one less, so it is the smallest. */
function smallest(known: number, accept: (less: number) => boolean): void {
  let [low, high] = [0, known]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (accept(middle)) high = middle
    else low = middle
  }
}

/** Durations that read well, the simplest first. */
const roundDurations = [1000, MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 31 * DAY_MS]

/** Lets the first player do what others do, one other player after the other. */
function renamePlayers(players: readonly string[], present: Present, accept: Accept): void {
  for (const [place, other] of players.entries())
    for (const earlier of players.slice(0, place)) {
      const text = JSON.stringify(present())
      if (!text.includes(`"${other}`)) break
      const renamed = text.replaceAll(`"${other}`, `"${earlier}`)
      if (accept(JSON.parse(renamed) as SearchStep[])) break
    }
}
