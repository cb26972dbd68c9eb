import * as z from 'zod'
import { nameMapOf, drop, instant, optional, partRename } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import type { Shape } from '../kernel/shapes.ts'

/** What the sentence of an issue is about: `metric_design: { id, name }`, and more by its code. */
const issueVars = nameMapOf(z.union([z.string(), z.number(), nameMapOf(z.string())]))

/** What can be done about an issue, in this order; `rename` only where there is something that it may have become. */
export const fixIds = ['rename', 'drop', 'keep'] as const
export type FixId = (typeof fixIds)[number]

/** An incompatibility that was settled as a design came into force, and by which fix. */
export const settledIssue = strictObject({ id: z.string(), code: z.string(), vars: issueVars, fix: z.enum(fixIds) })
export type SettledIssue = Shape<typeof settledIssue>

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')

/** What a design changes, in a few lines; `more` is the number of the others. Older histories do not have it. */
const designChanges = { changed: optional(z.array(z.string())), more: optional(z.int().min(1)) }

/**
 * A runtime runs this design from now on. `label` is the version that it was frozen as, null where it was not; `drops` is
 * what is lost for good, `renames` what goes on under another name; `settled` are the incompatibilities that there were.
 * Older histories have the hash alone.
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

/** A design was to be run, and waits until its issues are fixed. */
const designHeld = strictObject({ event: z.literal('design:held'), hash, ...designChanges })
export type DesignHeld = Shape<typeof designHeld>

/** A fix was chosen for an issue of the design that waits. */
const issueFixed = strictObject({ event: z.literal('issue:fixed'), issue: z.string(), fix: z.enum(fixIds) })
export type IssueFixed = Shape<typeof issueFixed>

/** What deploying writes into a history. */
export const designEvents = { 'design:deployed': designDeployed, 'design:held': designHeld, 'issue:fixed': issueFixed }
export type DesignEvent = Shape<(typeof designEvents)[keyof typeof designEvents]>

/** The clock of a game was set. */
const clockSet = strictObject({
  event: z.literal('clock:set'),
  clock: strictObject({ offsetMs: z.int(), frozenAt: instant.nullable() }),
})

/** The seed of the random draws was set. */
const seedSet = strictObject({ event: z.literal('seed:set'), seed: z.string() })

/** What a run of a game writes into a history: its clock, its seed. */
export const runEvents = { 'clock:set': clockSet, 'seed:set': seedSet }
export type RunEvent = Shape<(typeof runEvents)[keyof typeof runEvents]>
