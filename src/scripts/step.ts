import * as z from 'zod'
import { accessSettings } from '../game/kernel/access.ts'
import { parseDuration } from '../game/kernel/duration.ts'
import { faultTable } from '../game/kernel/fault.ts'
import { parseInstant } from '../game/kernel/instant.ts'
import { isRecord } from '../game/kernel/is-record.ts'
import { nearest, suggestion } from '../game/kernel/nearest.ts'
import { listOf, problemsOf, strictObject, type PathProblem } from '../game/kernel/schema.ts'
import { playCount } from '../game/kernel/play-count.ts'
import { quoted } from '../game/kernel/short-name.ts'
import { numbersForTexts, withShorthand } from '../game/kernel/shorthand.ts'
import { shownAs } from '../game/kernel/shown-as.ts'
import { SNAPSHOT_NAME, SNAPSHOT_NAMING } from '../interface/snapshot-name.ts'

/** Players that one step evaluates a rule for. */
const MAX_PLAYERS = 1000

/** Scopes that one step names. */
const MAX_SCOPES = 100

/** Things that one expectation lists, and names in one object. */
const MAX_EXPECTED = 10_000
const MAX_NAMES = 10_000

/** An id, which has to go into an address: whether there is such a thing is the service's to say. */
const id = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => text.isWellFormed(), 'expected an id, found half of a character')

/** An object of such values by names that people choose. */
const byName = <T extends z.ZodType>(value: T, name: z.ZodType<string, string> = z.string()) =>
  z.record(name, value).refine((given) => Object.keys(given).length <= MAX_NAMES, `expected at most ${MAX_NAMES} names`)

const scopes = listOf(strictObject({ id, entity_id: id }), MAX_SCOPES)

/** A name of a snapshot to come back to. Spec 6.6. */
const snapshotName = z.string().regex(SNAPSHOT_NAME, `expected ${SNAPSHOT_NAMING}`)

const codes = Object.keys(faultTable)

/** The codes of errors, as documents list them. */
export const errorCodes = z.enum(codes)

/** The code of an error; a wrong one is told with the nearest. */
export const errorCode = shownAs(
  z.string().superRefine((text, check) => {
    if (!Object.hasOwn(faultTable, text))
      check.addIssue(`${quoted(text)} is not an error code of the service${suggestion(text, codes)}`)
  }),
  () => errorCodes,
)

const expectedEvents = listOf(z.string(), MAX_EXPECTED)

/** What can be expected of the answer to a step. */
const answerFields = { error: errorCode.optional(), events: expectedEvents.optional(), body: z.unknown().optional() }

/** What every step may carry that does something. */
const expectField = { expect: strictObject(answerFields).optional() }

const playerFields = { as: id, ...expectField }

const hasOneSubject = (given: { readonly team?: unknown; readonly process?: unknown }): boolean =>
  (given.team === undefined) !== (given.process === undefined)

const ONE_SUBJECT = "expected either 'team' or 'process'"

/** A team or a process. */
const subject = strictObject({ team: id.optional(), process: id.optional() }).refine(hasOneSubject, ONE_SUBJECT)

const newSubject = strictObject({
  team: id.optional(),
  process: id.optional(),
  definition: id,
  name: z.string().min(1).max(256).optional(),
  access: z.enum(accessSettings).optional(),
}).refine(hasOneSubject, ONE_SUBJECT)

const duration = shownAs(
  z.string().superRefine((text, check) => {
    if (parseDuration(text) === undefined)
      check.addIssue(`${quoted(text)} is not a valid duration; expected one such as "90m", "1d" or "PT90M"`)
  }),
  () => z.string(),
)

const instant = shownAs(
  z
    .union([z.string(), z.number()])
    .refine((given) => parseInstant(String(given)) !== undefined, 'expected a time such as "2026-01-31T12:00:00Z"'),
  () => z.union([z.string(), z.number()]),
)

const score = withShorthand(
  z.union([z.string(), z.record(z.string(), z.string())], {
    error: 'expected a text such as "30" or "Bronze", or an object of items and counts',
  }),
  numbersForTexts,
)

const expectedScores = strictObject({ player: id, scores: byName(score) })
const expectedOrder = strictObject({ leaderboard: id, cycle: z.string().optional(), order: listOf(id, MAX_EXPECTED) })
const expectedNodes = strictObject({
  process: id,
  state: z.string().optional(),
  nodes: byName(z.string()).optional(),
}).refine(
  ({ state, nodes }) => state !== undefined || nodes !== undefined,
  "expected the 'state' that it must be in, or its 'nodes'",
)
const expectedMembers = strictObject({ team: id, members: byName(listOf(z.string(), MAX_EXPECTED), id) })

/** What must hold of a thing, by the field that names the thing. */
const stateSchemas = {
  player: expectedScores,
  leaderboard: expectedOrder,
  process: expectedNodes,
  team: expectedMembers,
}

/** Something that must hold. Spec 6.4. */
export type StateExpectation = z.output<(typeof stateSchemas)[keyof typeof stateSchemas]>

const stateExpectation = shownAs(
  z.unknown().transform((value, check): StateExpectation => {
    const named = namesIn(value)
    const field = stateKinds.find((kind) => named.includes(kind))
    if (field === undefined) {
      check.addIssue(`expected an object with one of ${listed(stateKinds)}`)
      return z.NEVER
    }
    const parsed = stateSchemas[field].safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) check.issues.push({ ...issue, input: issue.input } as never)
    return z.NEVER
  }),
  () => z.union([expectedScores, expectedOrder, expectedNodes, expectedMembers]),
)

const stateKinds = ['player', 'leaderboard', 'process', 'team'] as const

/** What a step of each kind has. A kind is told by the field of its name. Spec 6.4. */
export const stepSchemas = {
  action: strictObject({
    ...playerFields,
    action: id,
    count: playCount.optional(),
    variables: byName(z.unknown()).optional(),
    scopes: scopes.optional(),
  }),
  trigger: strictObject({ ...playerFields, process: id, trigger: id, scopes: scopes.optional() }),
  rule: strictObject({
    rule: id,
    players: z.array(id).min(1).max(MAX_PLAYERS),
    variables: byName(z.unknown()).optional(),
    scopes: scopes.optional(),
    ...expectField,
  }),
  create: strictObject({ ...playerFields, create: newSubject }),
  join: strictObject({ ...playerFields, join: subject, roles: byName(z.unknown()).optional() }),
  leave: strictObject({ ...playerFields, leave: subject }),
  invite: strictObject({ ...playerFields, invite: id, to: subject, roles: byName(z.unknown()).optional() }),
  accept: strictObject({ ...playerFields, accept: subject }),
  reject: strictObject({ ...playerFields, reject: subject }),
  approve: strictObject({ ...playerFields, approve: id, in: subject }),
  decline: strictObject({ ...playerFields, decline: id, in: subject }),
  advance: strictObject({ advance: duration, ...expectField }),
  now: strictObject({ now: instant, ...expectField }),
  snapshot: strictObject({ snapshot: snapshotName, ...expectField }),
  restore: strictObject({ restore: snapshotName, ...expectField }),
  request: strictObject({
    request: z
      .string()
      .max(8192)
      .regex(/^(GET|POST|PATCH|PUT|DELETE) \/\S*$/, 'expected a method and a path such as "POST /v2/admin/players"'),
    as: id.optional(),
    body: z.unknown().optional(),
    expect: strictObject({ status: z.int().min(100).max(599).optional(), ...answerFields }).optional(),
  }),
  roles: strictObject({ ...playerFields, roles: byName(z.unknown()), in: subject }),
  expect: strictObject({ expect: stateExpectation }),
} as const

/** The sorts of steps. */
export type StepKind = keyof typeof stepSchemas

/** What a step of a kind says. */
export type Given<K extends StepKind> = z.output<(typeof stepSchemas)[K]>

/** A step that has been read. */
export type Step = { readonly [K in StepKind]: { readonly kind: K; readonly given: Given<K> } }[StepKind]

/** A step as people write it. */
export type StepInput = { readonly [K in StepKind]: z.input<(typeof stepSchemas)[K]> }[StepKind]

/** Behind those that others name too: a step that joins may say by which roles. */
const kinds = Object.keys(stepSchemas) as StepKind[]

/** A step, or everything that is wrong with it. */
export function parseStep(value: unknown): Step | { readonly problems: readonly PathProblem[] } {
  const kind = kindOf(value)
  if (kind === undefined) return { problems: [unknownStep(value)] }
  const parsed = stepSchemas[kind].safeParse(value, { reportInput: true })
  // The schema is that of the kind, which a compiler cannot follow.
  return parsed.success ? ({ kind, given: parsed.data } as Step) : { problems: problemsOf(parsed.error) }
}

function kindOf(value: unknown): StepKind | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const kind of kinds) if (Object.hasOwn(value, kind)) return kind
  return Object.hasOwn(value, 'process') ? 'trigger' : undefined
}

/** The problem of what is no step of any kind. */
function unknownStep(value: unknown): PathProblem {
  for (const field of namesIn(value)) {
    const meant = nearest(field, kinds)
    if (meant !== undefined)
      return { path: [field], message: `unknown field ${quoted(field)} (did you mean '${meant}'?)` }
  }
  return { path: [], message: `expected a step: an object with one of ${listed(kinds)}` }
}

const namesIn = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : [])

const listed = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
