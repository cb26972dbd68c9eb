import * as z from 'zod'
import { settledIssue, fixIds } from '../../game/design/shapes.ts'
import { invitation, joinRequest } from '../../game/joining/shapes.ts'
import type { Shape } from '../../game/kernel/answer-shapes.ts'
import {
  nameMapOf,
  count,
  entryNumber,
  feedNumber,
  instant,
  key,
  packedPosition,
} from '../../game/kernel/history-shapes.ts'
import { shortName } from '../../game/kernel/message-text.ts'
import { messageAt, problemsOf } from '../../game/kernel/schema-problems.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import { boardBytes, boardParts } from '../../game/leaderboards/shapes.ts'
import { membership, pastMembership } from '../../game/members/shapes.ts'
import { playerRecord } from '../../game/players/shapes.ts'
import { processRecord, usedRates } from '../../game/processes/shapes.ts'
import { request } from '../../game/requests/shapes.ts'
import { teamRecord } from '../../game/teams/shapes.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'

/** The part of a state that does not grow. */
const frame = strictObject({
  seq: entryNumber,
  at: instant,
  chain: count.max(0xffffffff),
  seed: z.string(),
  design: z.string(),
  clock: strictObject({ offsetMs: z.int(), frozenAt: instant.nullable() }),
  deployment: strictObject({
    label: z.string().nullable(),
    pending: strictObject({ hash: z.string() }).nullable(),
  }),
  /** The number of dropped chunks of feeds, whose records are counted in 32 bits. Absent if there are none. */
  feedsGone: z.exactOptional(count.min(1).max(0x1ffff)),
})
export type Frame = Shape<typeof frame>

/** A deleted player, and how often the player had played each action. */
const departed = z.tuple([key, nameMapOf(count)])
export type Departed = Shape<typeof departed>

/** A number of a score, or of a part of it. */
const scoreNumber = z.union([z.tuple([z.string(), count]), z.tuple([z.string(), count, z.string()])])
export type ScoreNumber = Shape<typeof scoreNumber>

/** A renaming of a part of a score: its key, then `from`, `to`, `seq`, `dropped` and `named` of `Renamed`. */
const renamedPart = z.tuple([z.string(), z.string(), z.string(), entryNumber, count, entryNumber])
export type RenamedPart = Shape<typeof renamedPart>

/** A call with an idempotency key, and the number and time of the entry that holds its answer. */
const answeredCall = z.tuple([z.string(), entryNumber, instant])
export type AnsweredCall = Shape<typeof answeredCall>

/** The data of the parts that `stateParts` returns, by their names. */
const partShapes: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>(
  Object.entries({
    frame,
    players: z.array(playerRecord),
    departed: z.array(departed),
    holders: z.array(scoreNumber),
    drops: z.array(scoreNumber),
    renames: z.array(renamedPart),
    processes: z.array(processRecord),
    rates: z.array(usedRates),
    teams: z.array(teamRecord),
    memberships: z.array(membership),
    tenures: z.array(pastMembership),
    requests: z.array(request),
    'game-invitations': z.array(invitation),
    'game-requests': z.array(joinRequest),
    asks: z.array(z.tuple([z.string(), feedNumber])),
    settled: z.array(settledIssue),
    fixes: z.array(z.tuple([z.string(), z.enum(fixIds)])),
    reverted: z.array(packedPosition),
    answered: z.array(answeredCall),
    ...boardParts,
  }),
)

/** The parts that are bytes, each with the size of a record in it; 1 if a part can end within a record. */
const byteParts: ReadonlyMap<string, number> = new Map(Object.entries({ 'feed-piece': 1, feeds: 1, ...boardBytes }))

/** Describes what is wrong with a part of an imported state. Returns undefined if it is valid. */
export function partProblem(part: CheckpointPart): string | undefined {
  const { name } = part
  if ('bytes' in part) {
    const size = byteParts.get(name)
    if (size === undefined) return `a state has no bytes named '${shortName(name)}'`
    return part.bytes.length % size === 0 ? undefined : `expected a multiple of ${size} bytes of '${name}'`
  }
  const shape = partShapes.get(name)
  if (!shape) return `a state has no part named '${shortName(name)}'`
  const read = shape.safeParse(part.data, { reportInput: true })
  const [problem] = read.success ? [] : problemsOf(read.error)
  return problem && messageAt({ ...problem, path: [name, ...problem.path] })
}
