import * as z from 'zod'
import { parseAmount } from '../kernel/decimal.ts'
import { count, entryNumber } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import type { Shape } from '../kernel/shapes.ts'
import { amount } from '../metrics/shapes.ts'
import type { RequirementDesign } from '../rules/requirement.ts'
import { cycles } from './cycle.ts'

/** Who stands on a board. */
const entityKind = z.enum(['players', 'teams'])
export type EntityKind = Shape<typeof entityKind>

/**
 * What a board counts, without a look at a design: two boards of equal definitions show the same of the same history. Its
 * text tells whether a board that was kept is still the one that a design asks for.
 */
const definition = strictObject({
  id: z.string(),
  entities: entityKind,
  scope: z.enum(['game', 'team_definition', 'team_instance', 'custom']),
  /** The key of the scores that it ranks. */
  metric: z.string(),
  /** The items that count, of a set metric; null for another one. */
  items: z.array(z.string()).nullable(),
  /**
   * Definitions of teams: of a board of teams those that stand on it, of a board of players that of whose members it
   * shows; none of others.
   */
  teams: z.array(z.string()),
  cycles: z.array(z.enum(cycles)),
  /** What a player must meet for a change to count; null for nothing. Compared with the design's, and never looked into. */
  requires: z.custom<RequirementDesign | null>((value) => value !== undefined),
})
export type BoardDefinition = Shape<typeof definition>

/** Who was taken off a board: the scope, the entity and the entry of each, in lists of the same length. */
const removalRows = strictObject({
  groups: z.array(z.string().nullable()),
  entities: z.array(count),
  seqs: z.array(entryNumber),
}).refine(
  ({ groups, entities, seqs }) => groups.length === entities.length && groups.length === seqs.length,
  'expected lists of the same length',
)
export type RemovalRows = Shape<typeof removalRows>

/** A change that came after its period was over. */
const lateChange = strictObject({ group: z.string().nullable(), entity: count, delta: amount, seq: entryNumber })

/** What the bytes that follow are: so many rows of each ranking in turn, and the amounts that no number says, by row. */
const rowsHeader = strictObject({
  rankings: z.array(z.tuple([z.string().nullable(), count])),
  exact: z.array(z.tuple([count, z.string().refine((text) => parseAmount(text) === text, 'expected an amount')])),
})
export type RowsHeader = Shape<typeof rowsHeader>

/** The parts that boards are kept as, by name. */
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

/** The parts that are bytes, each with the size of a record in it. */
export const boardBytes = { 'board-places': 8, 'board-rows': 20 }

/**
 * An operator has put players or teams on scopes of a custom board, each on each, or taken them off. It stands in no feed.
 * Spec 2 "Custom leaderboards".
 */
const registration = strictObject({
  event: z.enum(['leaderboard:registered', 'leaderboard:deregistered']),
  board: z.string(),
  kind: entityKind,
  /** Their ids. */
  entities: z.array(z.string()),
  /** Without the board's part. */
  scopes: z.array(z.string()),
})
export type RegistrationEvent = Shape<typeof registration>

/** What leaderboards write into a history. */
export const registrationEvents = {
  'leaderboard:registered': registration,
  'leaderboard:deregistered': registration,
}
