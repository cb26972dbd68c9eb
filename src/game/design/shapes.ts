import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { nameMapOf, drop, instant, optional, partRename } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'

/** The values in the sentence of an issue: `metric_design: { id, name }`, and others that depend on its code. */
const issueVars = nameMapOf(z.union([z.string(), z.number(), nameMapOf(z.string())]))

/** The fixes of an issue, in this order. `rename` exists only if a new part may have replaced the old one. */
export const fixIds = ['rename', 'drop', 'keep'] as const
export type FixId = (typeof fixIds)[number]

/** An incompatibility that a fix settled when the design was deployed. */
export const settledIssue = strictObject({ id: z.string(), code: z.string(), vars: issueVars, fix: z.enum(fixIds) })
export type SettledIssue = Shape<typeof settledIssue>

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')

/**
 * What a design changes, in a few lines. `more` is the number of other changes. Older histories do not have these
 * fields.
 */
const designChanges = { changed: optional(z.array(z.string())), more: optional(z.int().min(1)) }

/**
 * A design was deployed. `label` is the version that it was frozen as, or null. `drops` is the data that was deleted,
 * `renames` what continues under another name, and `settled` the incompatibilities that were settled. Older histories
 * have only the hash.
 */
const designDeployed = strictObject({
  event: z.literal('design:deployed'),
  hash,
  label: optional(z.string().nullable()),
  ...designChanges,
  drops: optional(z.array(drop)),
  renames: optional(z.array(partRename)),
  settled: optional(z.array(settledIssue)),
})
export type DesignDeployed = Shape<typeof designDeployed>

/** A design waits to be deployed until its issues are fixed. */
const designHeld = strictObject({ event: z.literal('design:held'), hash, ...designChanges })
export type DesignHeld = Shape<typeof designHeld>

/** A fix was chosen for an issue of the waiting design. */
const issueFixed = strictObject({ event: z.literal('issue:fixed'), issue: z.string(), fix: z.enum(fixIds) })
export type IssueFixed = Shape<typeof issueFixed>

/** The events of deployment. */
export const designEvents = { 'design:deployed': designDeployed, 'design:held': designHeld, 'issue:fixed': issueFixed }
export type DesignEvent = Shape<(typeof designEvents)[keyof typeof designEvents]>

/** The clock of a game was set. */
const clockSet = strictObject({
  event: z.literal('clock:set'),
  clock: strictObject({ offsetMs: z.int(), frozenAt: instant.nullable() }),
})

/** The seed of the random draws was set. */
const seedSet = strictObject({ event: z.literal('seed:set'), seed: z.string() })

/** The events that set the clock and the seed of a game. */
export const runEvents = { 'clock:set': clockSet, 'seed:set': seedSet }
export type RunEvent = Shape<(typeof runEvents)[keyof typeof runEvents]>
