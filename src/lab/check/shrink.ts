import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../game/kernel/instant.ts'
import { MAX_COUNT } from '../../game/kernel/schema.ts'
import type { SearchStep } from './search-step.ts'

/** Returns the number of first steps that are needed to show what a sequence shows, or undefined if it no longer does. */
export type Shows = (steps: readonly SearchStep[]) => number | undefined

/** The simplest sequence that was found. */
export interface Shrunk {
  readonly steps: readonly SearchStep[]
  /** Whether no step can be left out and no number made simpler. Otherwise, the work was cut short. */
  readonly isShrunk: boolean
}

/** The maximum number of sequences that are tried to make one simpler. A thorough search seldom needs a tenth of it. */
const MAX_TRIES = 5000

/**
 * Makes a sequence simpler as long as it shows the same: leaves out blocks of steps, then single ones, and makes numbers
 * smaller and players the first one, until no step can be left out and no number made simpler. `isOver` is asked before
 * each sequence that is tried: it can wait, so that other work of the program goes on, and end the work early. `lucky` are
 * other players, who may need fewer steps, because they have other luck. Spec 7.3.
 */
export async function shrink(
  steps: readonly SearchStep[],
  players: readonly string[],
  shows: Shows,
  isOver: () => Promise<boolean>,
  lucky: readonly string[] = [],
): Promise<Shrunk> {
  let best = steps.slice(0, shows(steps) ?? steps.length)
  let tries = 0
  let isCut = false
  const accept: Accept = async (simpler, most = simpler.length) => {
    isCut ||= tries >= MAX_TRIES || (await isOver())
    if (isCut) return false
    tries += 1
    const needed = shows(simpler)
    if (needed === undefined || needed > most) return false
    best = simpler.slice(0, needed)
    return true
  }
  for (let before = ''; before !== JSON.stringify(best);) {
    before = JSON.stringify(best)
    await leaveOut(() => best, accept)
    await changePlayers(players, lucky, () => best, accept)
    await mergeSteps(() => best, accept)
    for (let i = 0; i < best.length; i += 1) await simplifyStep(i, () => best, accept)
    await renamePlayers(players, () => best, accept)
  }
  return { steps: best, isShrunk: !isCut }
}

type Present = () => readonly SearchStep[]
/** Accepts a sequence that shows the same, within the first `most` steps. */
type Accept = (simpler: readonly SearchStep[], most?: number) => Promise<boolean>

/** Leaves out blocks of steps, half of them at first, then ever smaller ones. */
async function leaveOut(present: Present, accept: Accept): Promise<void> {
  for (let size = Math.max(1, Math.ceil(present().length / 2)); ; size = Math.floor(size / 2)) {
    for (let i = present().length - size; i >= 0; i -= 1) {
      const steps = present()
      if (i + size > steps.length) continue
      if (await accept([...steps.slice(0, i), ...steps.slice(i + size)])) i -= size - 1
    }
    if (size <= 1) return
  }
}

/** Makes one step of two, at the place of either: of time that goes by, or of plays of the same action. */
async function mergeSteps(present: Present, accept: Accept): Promise<void> {
  for (let i = present().length - 2; i >= 0; i -= 1)
    for (let j = i + 1; j < present().length; j += 1) {
      const steps = present()
      const [first, second] = [steps[i], steps[j]]
      const merged = first && second && mergedStep(first, second)
      if (merged && (await accept(steps.with(j, merged).toSpliced(i, 1)))) break
      if (merged && j > i + 1 && (await accept(steps.with(i, merged).toSpliced(j, 1)))) break
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
async function simplifyStep(place: number, present: Present, accept: Accept): Promise<void> {
  const step = present()[place]
  if (!step) return
  const replace = async (changed: SearchStep): Promise<boolean> => {
    const steps = present()
    return place < steps.length && accept([...steps.slice(0, place), changed, ...steps.slice(place + 1)])
  }
  if ('advanceMs' in step) {
    const rounds = roundDurations.filter((ms) => ms < step.advanceMs)
    const round = await firstOf(rounds, (advanceMs) => replace({ advanceMs }))
    if (round === undefined && !roundDurations.includes(step.advanceMs))
      await smallest(step.advanceMs, (advanceMs) => replace({ advanceMs }))
    return
  }
  if ('action' in step) {
    const { count = 1, ...once } = step
    if (count > 1 && !(await replace(once)))
      await smallest(count, (fewer) => replace({ ...once, ...(fewer > 1 && { count: fewer }) }))
  }
  if ('action' in step || 'rule' in step) await simplifyVariables(place, present, replace)
}

async function simplifyVariables(
  place: number,
  present: Present,
  replace: (step: SearchStep) => Promise<boolean>,
): Promise<void> {
  const variablesNow = () => {
    const step = present()[place]
    return step && ('action' in step || 'rule' in step) ? step : undefined
  }
  for (const name of Object.keys(variablesNow()?.variables ?? {})) {
    const step = variablesNow()
    if (!step?.variables) return
    const { [name]: value = '', ...others } = step.variables
    const { variables: _, ...bare } = step
    if (await replace(Object.keys(others).length > 0 ? { ...bare, variables: others } : bare)) continue
    const change = async (simpler: string | number): Promise<boolean> =>
      simpler !== value && replace({ ...step, variables: { ...others, [name]: simpler } })
    const number = Number(value)
    if (value === '' || !Number.isFinite(number)) {
      if (value !== '' && value !== 'x') await firstOf<string>(['', 'x'], change)
      continue
    }
    const sign = number < 0 ? -1 : 1
    const simple = [0, 1, -1].filter((each) => Math.abs(each) < Math.abs(number))
    if ((await firstOf(simple, change)) !== undefined) continue
    const size = Math.abs(number)
    // Powers of ten first, because the numbers between are larger than a search by halves can cover.
    const powers = [10, 100, 1000, 1e6, 1e9].filter((power) => power < size)
    const round = await firstOf(powers, (power) => change(sign * power))
    const from = round ?? (Number.isSafeInteger(number) ? size : undefined)
    if (from !== undefined) await smallest(from, (less) => change(sign * less))
  }
}

/** Returns the first of these that is accepted. */
async function firstOf<T>(values: readonly T[], accept: (value: T) => Promise<boolean>): Promise<T | undefined> {
  for (const value of values) if (await accept(value)) return value
  return undefined
}

/** Finds a number from 1 on by halves that is accepted, below one that is. Then tries one less, so it is the smallest. */
async function smallest(known: number, accept: (less: number) => Promise<boolean>): Promise<void> {
  let [low, high] = [0, known]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    if (await accept(middle)) high = middle
    else low = middle
  }
}

/** Durations that read well, the simplest first. */
const roundDurations = [1000, MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 31 * DAY_MS]

/** How the JSON of steps names a player: as who acts, and as who created a process or a team. */
const namesOf = (player: string): readonly string[] => [`"${player}"`, `"${player}/`]

/** Whether the JSON of steps names a player. */
export const isNamedIn = (player: string, text: string): boolean => namesOf(player).some((name) => text.includes(name))

/** Lets the first player do what others do, one other player after the other. */
async function renamePlayers(players: readonly string[], present: Present, accept: Accept): Promise<void> {
  for (const [place, other] of players.entries())
    for (const earlier of players.slice(0, place)) {
      const text = JSON.stringify(present())
      if (!isNamedIn(other, text)) break
      if (await accept(renamed(text, other, earlier))) break
    }
}

/** Lets a player with other luck do what one player does, if it takes fewer steps then. */
async function changePlayers(
  players: readonly string[],
  lucky: readonly string[],
  present: Present,
  accept: Accept,
): Promise<void> {
  for (const player of players)
    for (const other of lucky) {
      const text = JSON.stringify(present())
      if (isNamedIn(player, text) && !isNamedIn(other, text))
        await accept(renamed(text, player, other), present().length - 1)
    }
}

function renamed(text: string, from: string, to: string): readonly SearchStep[] {
  const changed = namesOf(from).reduce((all, name, i) => all.replaceAll(name, namesOf(to)[i] ?? name), text)
  return JSON.parse(changed) as SearchStep[]
}
