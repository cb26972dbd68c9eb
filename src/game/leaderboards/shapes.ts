import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { parseAmount } from '../kernel/decimal.ts'
import { count, entryNumber } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import { amount } from '../metrics/shapes.ts'
import type { RequirementDesign } from '../rules/requirement.ts'
import { cycles } from './cycle.ts'

/** The kind of entity that a board ranks. */
const entityKind = z.enum(['players', 'teams'])
export type EntityKind = Shape<typeof entityKind>

/**
 * What a board counts, independent of a design: two boards with equal definitions have the same rankings after the same
 * history. Comparing its JSON shows whether a saved board still fits the design.
 */
const definition = strictObject({
  id: z.string(),
  entities: entityKind,
  scope: z.enum(['game', 'team_definition', 'team_instance', 'custom']),
  /** The key of the scores that it ranks. */
  metric: z.string(),
  /** The items of a set metric that count; null for other types of metrics. */
  items: z.array(z.string()).nullable(),
  /**
   * Ids of team definitions. A board of teams ranks the teams of these definitions; a board of players within teams ranks
   * their members. Empty for other boards.
   */
  teams: z.array(z.string()),
  cycles: z.array(z.enum(cycles)),
  /** The requirement for a change to count, or null. It is only compared with the design's, never evaluated. */
  requires: z.custom<RequirementDesign | null>((value) => value !== undefined),
})
export type BoardDefinition = Shape<typeof definition>

/** Removals from a board: the scope, the entity and the entry of each, in lists of the same length. */
const removalRows = strictObject({
  groups: z.array(z.string().nullable()),
  entities: z.array(count),
  seqs: z.array(entryNumber),
}).refine(
  ({ groups, entities, seqs }) => groups.length === entities.length && groups.length === seqs.length,
  'expected lists of the same length',
)
export type RemovalRows = Shape<typeof removalRows>

/** A change that a revert made to a finished period. */
const lateChange = strictObject({ group: z.string().nullable(), entity: count, delta: amount, seq: entryNumber })

/**
 * Describes the bytes that follow: the number of rows of each ranking, in order, and amounts that no number can represent,
 * by row.
 */
const rowsHeader = strictObject({
  rankings: z.array(z.tuple([z.string().nullable(), count])),
  exact: z.array(z.tuple([count, z.string().refine((text) => parseAmount(text) === text, 'expected an amount')])),
})
export type RowsHeader = Shape<typeof rowsHeader>

/** The JSON parts of saved boards, by name. */
export const boardParts = {
  'board-departures': count,
  board: definition,
  'board-from': entryNumber,
  'board-struck': removalRows,
  'board-cycle': strictObject({ cycle: z.enum(cycles), start: z.number() }),
  'board-period': strictObject({ start: z.number(), seq: entryNumber, departures: count, file: z.null() }),
  'board-late': z.array(lateChange),
  'board-rankings': rowsHeader,
}

/** The binary parts of saved boards, each with the size of one record in bytes. */
export const boardBytes = { 'board-places': 8, 'board-rows': 20 }

/**
 * An operator registered players or teams on scopes of a custom board, every one on every scope, or removed them. The event
 * is in no feed. Spec 2 "Custom leaderboards".
 */
const registration = strictObject({
  event: z.enum(['leaderboard:registered', 'leaderboard:deregistered']),
  board: z.string(),
  kind: entityKind,
  /** The ids of the players or teams. */
  entities: z.array(z.string()),
  /** Scope ids without the leaderboard id. */
  scopes: z.array(z.string()),
})
export type RegistrationEvent = Shape<typeof registration>

/** The events that leaderboards write to the history. */
export const registrationEvents = {
  'leaderboard:registered': registration,
  'leaderboard:deregistered': registration,
}
