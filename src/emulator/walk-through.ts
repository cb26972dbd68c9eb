import type { Entry } from '../game/kernel/entry.ts'
import type { Steps } from '../game/kernel/operation.ts'
import type { Turns } from '../game/kernel/turns.ts'
import { TimeSlice } from './time-slice.ts'

type Step<R> = IteratorResult<ReadonlySet<number>, R>
type Entries = ReadonlyMap<number, Entry>

const nothing: Entries = new Map()

/**
 * Takes the steps of a walk, with turns for others in between; `find` gives the entries that it asks for. One that is
 * not done within a slice of time takes its turn among the long ones: at once they would take as long in all, and the
 * memory of all of them.
 */
export async function walkThrough<R>(
  steps: Steps<R>,
  find: (seqs: ReadonlySet<number>) => Promise<Entries>,
  longWalks: Turns,
): Promise<R> {
  const slice = new TimeSlice()
  const after = async (wanted: ReadonlySet<number>) => steps.next(wanted.size === 0 ? nothing : await find(wanted))
  let step: Step<R> = steps.next(nothing)
  while (step.done !== true && !slice.over) step = await after(step.value)
  const paused = step
  if (paused.done === true) return paused.value
  return longWalks(async () => {
    for (let next: Step<R> = paused; ; next = await after(next.value)) {
      if (next.done === true) return next.value
      if (slice.over) await slice.next()
    }
  })
}
