import * as z from 'zod'
import type { Client } from '../../../client/client.ts'
import { snapshotNameProblem } from '../../../game/kernel/snapshot-name.ts'
import { usageError } from '../../cli-error.ts'
import { gameClock } from '../../game-clock.ts'
import { printable } from '../../render/printable.ts'

/** Where the service keeps named points. Spec 6.6. */
export const SNAPSHOTS_PATH = '/_gamify/snapshots'

/** A named point, as the service tells of it: `seq` its last entry, `created` the machine's time, `size` in bytes. */
export const pointSchema = z.object({ name: z.string(), seq: z.number(), created: z.string(), size: z.number() })

/** All of them. */
export const pointsSchema = z.object({ data: z.array(pointSchema) })

/** Where a game stands that has come in the place of another. */
export const standingSchema = z.object({ name: z.string(), seq: z.number(), now: z.string() })

/**
 * Says that a game is as it was, at which entry and time. Where its clock runs, the last entry is the one that has set it
 * back; that one is told apart, for nobody has asked for it.
 */
export async function standingText(
  client: Client,
  { seq, now }: Omit<z.output<typeof standingSchema>, 'name'>,
): Promise<string> {
  const { frozen } = await gameClock(client)
  const asItWas = (entry: number): string => `the game as it was after entry ${entry}, at ${printable(now)}`
  return frozen ? asItWas(seq) : `${asItWas(seq - 1)}; entry ${seq} restarts its clock from there`
}

/** A usage error where no point can have this name; `advice` says what to do next. */
export function requireName(name: string, ...advice: readonly string[]): void {
  const problem = snapshotNameProblem(name)
  if (problem !== undefined) throw usageError(`not a valid snapshot name: ${problem}`, ...advice)
}
