import type { Gate } from '../async/gate.ts'
import { turns, type Turns } from '../async/turns.ts'

/**
 * How many images each lane processes at the same time. This bounds memory: an image of 50 megapixels takes several
 * hundred MB. Node has four threads for all files, so three lanes leave one thread for the journal.
 */
const MAX_AT_A_TIME = 1

/**
 * The queues of work on images. Each kind of work waits only for its own kind, so showing a picture does not wait for
 * uploads.
 */
export interface Lanes {
  /** Uploads, until they are stored. */
  readonly taking: Turns
  /** Stored images: reading them and scaling them down. */
  readonly showing: Turns
  /** Built-in images, which are small and quick to draw. */
  readonly drawing: Turns
}

/** Opens lanes that reject all waiting work once the gate is closed. */
export function openLanes(gate: Gate): Lanes {
  const lane = (): Turns => {
    const inTurn = turns(MAX_AT_A_TIME)
    return (task) => inTurn(() => gate.enter(task))
  }
  return { taking: lane(), showing: lane(), drawing: lane() }
}
