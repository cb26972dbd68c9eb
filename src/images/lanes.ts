import type { Gate } from '../async/gate.ts'
import { turns, type Turns } from '../async/turns.ts'

/**
 * So many images are worked on at a time in each lane, which bounds the memory of all of them: one of 50 megapixels takes
 * some hundred MB. Three lanes leave one of the four threads that Node has for all files to the journal.
 */
const MAX_AT_A_TIME = 1

/** Work on images waits for others of its kind alone: to see a picture nobody waits for uploads. */
export interface Lanes {
  /** What comes in, until it is kept. */
  readonly taking: Turns
  /** What is kept, from its reading to its smaller size. */
  readonly showing: Turns
  /** What is drawn, which is small and soon done. */
  readonly drawing: Turns
}

/** Lanes that let nothing through any more once the gate is closed: what still waits in them is rejected. */
export function openLanes(gate: Gate): Lanes {
  const lane = (): Turns => {
    const inTurn = turns(MAX_AT_A_TIME)
    return (task) => inTurn(() => gate.enter(task))
  }
  return { taking: lane(), showing: lane(), drawing: lane() }
}
