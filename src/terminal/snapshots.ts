import * as z from 'zod'
import type { Client } from '../client/client.ts'
import { snapshotNameProblem } from '../interface/snapshot-name.ts'
import { usageError } from './cli-error.ts'
import { gameClock } from './game-clock.ts'
import { printable } from './render/printable.ts'
import { arrivalSchema } from './restored.ts'

/** Where the service keeps named points. Spec 6.6. */
export const SNAPSHOTS_PATH = '/_gamify/snapshots'

/** A named point, as the service tells of it: `seq` its last entry, `created` the machine's time, `size` in bytes. */
export const pointSchema = z.object({ name: z.string(), seq: z.number(), created: z.string(), size: z.number() })

/** All of them. */
export const pointsSchema = z.object({ data: z.array(pointSchema) })

/** Where a game stands that has come in the place of another. */
export const standingSchema = arrivalSchema.extend({ name: z.string(), seq: z.number(), now: z.string() })

/**
 * Says that a game is as it was, at which entry and time. Entries that came on top are told apart, since nobody asked for
 * them: one sets a running clock, one deploys the current design again or has it wait.
 */
export async function standingText(
  client: Client,
  { seq, now, design }: Omit<z.output<typeof standingSchema>, 'name'>,
): Promise<string> {
  const { frozen } = await gameClock(client)
  const onTop = [
    ...(frozen ? [] : ['sets the game clock back to that time']),
    ...(design?.runs === 'current' ? ['deploys the current design again'] : []),
    ...(design?.issues === undefined ? [] : ['has the current design wait for its fixes']),
  ]
  const last = seq - onTop.length
  const added = onTop.map((what, i) => `; entry ${last + i + 1} ${what}`).join('')
  return `the game as it was after entry ${last}, at ${printable(now)}${added}`
}

/** A usage error where no point can have this name; `advice` says what to do next. */
export function requireName(name: string, ...advice: readonly string[]): void {
  const problem = snapshotNameProblem(name)
  if (problem !== undefined) throw usageError(`not a valid snapshot name: ${problem}`, ...advice)
}
