import type { Entry } from '../../game/kernel/entry.ts'
import { pause, type Steps } from '../../game/kernel/operation.ts'
import type { Turns } from '../../async/turns.ts'
import { TimeSlice } from '../../async/time-slice.ts'

/** What a walk may wait for: entries by number, or something else. */
type Wanted<W> = ReadonlySet<number> | W
type Step<R, W> = IteratorResult<Wanted<W>, R>
type Entries = ReadonlyMap<number, Entry>

const nothing: Entries = new Map()

/** How walks are taken. */
export interface WalkWays<W> {
  /** Gives what a walk asks for. */
  readonly find: (wanted: Wanted<W>) => Promise<Entries>
  readonly longWalks: Turns
  /** The time that all walks have together which begin in this turn of the event loop. */
  readonly slice: TimeSlice
  /** Whether it takes long by itself to come by something. */
  readonly isSlow?: (wanted: Wanted<W>) => boolean
}

/**
 * Takes the steps of a walk, with turns for others in between. One that is not done within the slice of its turn goes on
 * among the long ones: at once they would take as long in all, and the memory of all of them. It gives its turn on while it
 * waits for what takes long by itself.
 */
export async function walkThrough<R, W = never>(
  steps: Steps<R, W>,
  { find, longWalks, slice: first, isSlow = () => false }: WalkWays<W>,
): Promise<R> {
  let slice = first
  const after = async (wanted: Wanted<W>) => steps.next(wanted === pause ? nothing : await find(wanted))
  let step: Step<R, W> = steps.next(nothing)
  while (step.done !== true) {
    const { value: wanted } = step
    if (isSlow(wanted)) {
      step = await after(wanted)
      slice = new TimeSlice()
    } else step = slice.over ? await longWalks(() => walkOn(wanted)) : await after(wanted)
  }
  return step.value

  async function walkOn(wanted: Wanted<W>): Promise<Step<R, W>> {
    const own = new TimeSlice()
    await own.next()
    for (let asked = wanted; ;) {
      if (own.over) await own.next()
      const next = await after(asked)
      if (next.done === true || isSlow(next.value)) return next
      asked = next.value
    }
  }
}
