import * as z from 'zod'
import { parseDuration } from '../game/kernel/duration.ts'
import { errorCode } from '../game/kernel/error-code.ts'
import { accessSettings } from '../game/kernel/game-info.ts'
import { parseInstant } from '../game/kernel/instant.ts'
import { isRecord } from '../game/kernel/json-value.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { nearest } from '../game/kernel/nearest.ts'
import { problemsOf, type PathProblem } from '../game/kernel/schema-problems.ts'
import { listOf, strictObject, playCount } from '../game/kernel/schema.ts'
import { numbersForTexts, withShorthand } from '../game/kernel/shorthand.ts'
import { shownAs } from '../game/kernel/shown-as.ts'
import { SNAPSHOT_NAME, SNAPSHOT_NAMING } from '../interface/snapshot-name.ts'

/** The limit of players that one step evaluates a rule for. */
const MAX_PLAYERS = 1000

/** The limit of scopes in one step. */
const MAX_SCOPES = 100

/** The limits of elements in a list, and of names in an object. */
const MAX_EXPECTED = 10_000
const MAX_NAMES = 10_000

/** An id that can be part of an address. The service checks whether it exists. */
const id = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => text.isWellFormed(), 'expected an id, found half of a character')

/** A record with names that users choose as keys. */
const byName = <T extends z.ZodType>(value: T, name: z.ZodType<string, string> = z.string()) =>
  z.record(name, value).refine((given) => Object.keys(given).length <= MAX_NAMES, `expected at most ${MAX_NAMES} names`)

const scopes = listOf(strictObject({ id, entity_id: id }), MAX_SCOPES)

/** The name of a snapshot. Spec 6.6. */
const snapshotName = z.string().regex(SNAPSHOT_NAME, `expected ${SNAPSHOT_NAMING}`)

const expectedEvents = listOf(z.string(), MAX_EXPECTED)

/** The expectations of the answer to a step. */
const answerFields = { error: errorCode.optional(), events: expectedEvents.optional(), body: z.unknown().optional() }

/** The expectations of every step that acts. */
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

const expectedScores = strictObject({
  player: id,
  scores: byName(score).optional(),
  /** Scores that the player must not have. */
  not: byName(score).optional(),
}).refine(({ scores: wanted, not }) => wanted !== undefined || not !== undefined, {
  path: ['scores'],
  message: 'missing; expected object',
})
const expectedOrder = strictObject({ leaderboard: id, cycle: z.string().optional(), order: listOf(id, MAX_EXPECTED) })
const expectedNodes = strictObject({
  process: id,
  state: z.string().optional(),
  nodes: byName(z.string()).optional(),
  /** The state that it must not be in. It holds if there is no such process, too. */
  not: z.enum(['ACTIVE', 'COMPLETED']).optional(),
}).refine(
  ({ state, nodes, not }) => state !== undefined || nodes !== undefined || not !== undefined,
  "expected the 'state' that it must be in, or its 'nodes', or the state that it must 'not' be in",
)
const expectedMembers = strictObject({ team: id, members: byName(listOf(z.string(), MAX_EXPECTED), id) })

/** Checks of the project that nothing may have violated since the script began. Spec 7.3. */
const expectedChecks = strictObject({ checks: listOf(id, MAX_EXPECTED) })

/** The schemas of expected states, by the field that names the subject. */
const stateSchemas = {
  player: expectedScores,
  leaderboard: expectedOrder,
  process: expectedNodes,
  team: expectedMembers,
  checks: expectedChecks,
}

/** An expected state. Spec 6.4. */
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
  () => z.union([expectedScores, expectedOrder, expectedNodes, expectedMembers, expectedChecks]),
)

const stateKinds = ['player', 'leaderboard', 'process', 'team', 'checks'] as const

/** The schemas of the kinds of steps. The field with the name of the kind identifies a step. Spec 6.4. */
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

/** The kinds of steps. */
export type StepKind = keyof typeof stepSchemas

/** The content of a step of a kind. */
export type Given<K extends StepKind> = z.output<(typeof stepSchemas)[K]>

/** A parsed step. */
export type Step = { readonly [K in StepKind]: { readonly kind: K; readonly given: Given<K> } }[StepKind]

/** A step as users write it. */
export type StepInput = { readonly [K in StepKind]: z.input<(typeof stepSchemas)[K]> }[StepKind]

/**
 * The kinds in the order in which a step is identified. A kind whose field other steps also have comes after those: a
 * step that joins can have roles.
 */
const kinds = Object.keys(stepSchemas) as StepKind[]

/** Parses a step. Returns it, or all of its problems. */
export function parseStep(value: unknown): Step | { readonly problems: readonly PathProblem[] } {
  const kind = kindOf(value)
  if (kind === undefined) return { problems: [unknownStep(value)] }
  const parsed = stepSchemas[kind].safeParse(value, { reportInput: true })
  // The compiler cannot infer that the schema belongs to the kind.
  return parsed.success ? ({ kind, given: parsed.data } as Step) : { problems: problemsOf(parsed.error) }
}

function kindOf(value: unknown): StepKind | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const kind of kinds) if (Object.hasOwn(value, kind)) return kind
  return Object.hasOwn(value, 'process') ? 'trigger' : undefined
}

/** Returns the problem of a value that is not a step of any kind. */
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
