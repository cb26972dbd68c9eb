import * as z from 'zod'
import { fixIds } from '../../game/design/issue.ts'
import { parseAmount, type Amount } from '../../game/kernel/decimal.ts'
import { accessSettings } from '../../game/kernel/access.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ } from '../../game/kernel/ids.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import { idSchema, messageAt, problemsOf, strictObject } from '../../game/kernel/schema.ts'
import { shortName } from '../../game/kernel/short-name.ts'
import { cycles } from '../../game/leaderboards/cycle.ts'
import { processStates } from '../../game/processes/state.ts'
import { MAX_TOKENS } from '../../game/processes/tokens.ts'
import type { SnapshotPart } from '../../storage/snapshot.ts'

const seq = z.int().min(0).max(MAX_SEQ)
const instant = z.int().min(0).max(LAST_INSTANT)
/** What is counted leaves room to go on: none of these ever comes near it. */
const count = z
  .int()
  .min(0)
  .max(2 ** 50)
const sum = count.max(0xffffffff)
/** Feeds come in pairs, the second of which must be numbered too. */
const feed = count.max(0x7ffffffd)
const id = z.string().min(1)
const place = z
  .int()
  .min(0)
  .max((MAX_SEQ + 1) * MAX_EVENTS_AN_ENTRY)
const amount = z.custom<Amount>(
  (each) =>
    typeof each === 'number' ? Number.isSafeInteger(each) : typeof each === 'string' && parseAmount(each) === each,
  'expected an amount',
)

/** Such pages under the keys of a book. */
export const bookOf = <T extends z.ZodType>(page: T) => z.record(z.string(), page)

/** `[key, number]`, or `[key, number, part]`. */
const scoreNumber = z.union([z.tuple([z.string(), count]), z.tuple([z.string(), count, z.string()])])

/** Times and counts in turn, and the sum of these. */
const run = strictObject({ plays: count, moments: z.array(count).min(2) }).refine(
  ({ plays, moments }) =>
    moments.length % 2 === 0 &&
    moments.every((at, i) => i % 2 === 1 || i === 0 || at > (moments[i - 2] ?? 0)) &&
    moments.reduce((sum, played, i) => (i % 2 === 1 ? sum + played : sum), 0) === plays,
  'expected ascending times, each with its plays',
)
const rateUse = z.union([
  z.tuple([z.literal('ROLLING')], run),
  z.tuple([z.literal('FIXED'), z.int().max(LAST_INSTANT), count]),
  z.tuple([z.literal('LEAKY'), instant, count, count.min(1)]),
])
const rateUses = { rate: rateUse.nullable(), otherRates: z.array(rateUse).optional() }

/** What a score is, by the first letter of its key. */
const scoreShapes: Readonly<Record<string, z.ZodType>> = {
  p: amount,
  c: amount,
  i: bookOf(amount),
  s: z.string(),
}
const scores = bookOf(z.unknown()).refine(
  (all) =>
    Object.entries(all).every(([key, score]) => scoreShapes[key.slice(0, key.indexOf(':'))]?.safeParse(score).success),
  'expected amounts, states and items, each under the key of its metric',
)

const player = strictObject({
  id: idSchema,
  alias: z.string(),
  email: z.string().nullable(),
  enabled: z.boolean(),
  created: instant,
  born: seq,
  feed,
  scores,
  actions: bookOf(strictObject({ count, plays: count, ...rateUses })),
  drops: seq,
  seen: z.array(place),
  image: z.string().optional(),
})

const tokens = z.int().min(0).max(MAX_TOKENS)

/** The state of a node of a process. */
export const node = strictObject({
  state: z.enum(['READY', 'ACTIVE', 'COMPLETED']),
  tokens,
  loops: count.optional(),
  arrived: bookOf(tokens).optional(),
})
/** A reward that waits. */
export const waiting = strictObject({ until: z.string(), player: id, since: seq, activity: z.string(), reward: count })
const access = z.enum(accessSettings)

const process = strictObject({
  id,
  definition: id,
  name: z.string(),
  access,
  state: z.enum(processStates),
  owner: id,
  created: instant,
  born: seq,
  feed,
  nodes: bookOf(node),
  waiting: z.array(waiting),
  drops: seq,
})

const team = strictObject({
  id,
  definition: id,
  name: z.string(),
  access,
  owner: id.nullable(),
  locked: z.boolean(),
  created: instant,
  born: seq,
  feed,
  drops: seq,
})

/** The roles of a member. */
export const roles = bookOf(z.union([z.enum(['player', 'observer']), z.boolean()]))
const membership = strictObject({
  subject: id,
  definition: id,
  player: id,
  roles,
  joined: instant,
  since: seq,
  drops: seq,
})
const tenure = strictObject({ player: id, subject: id, feed, roles, since: seq, until: seq })
const playerReference = z.looseObject({ id, alias: z.string() })
const request = strictObject({
  id,
  event: z.enum(['invite', 'join:request', 'role:request']),
  at: instant,
  subject: strictObject({ kind: z.enum(['process', 'team']), id, name: z.string() }),
  actor: playerReference,
  invitee: playerReference.optional(),
  roles,
})

/** An incompatibility that was settled. */
export const settled = strictObject({
  id,
  code: z.string(),
  vars: bookOf(z.union([z.string(), z.number(), bookOf(z.string())])),
  fix: z.enum(fixIds),
})

const definition = strictObject({
  id,
  entities: z.enum(['players', 'teams']),
  scope: z.enum(['game', 'team_definition', 'team_instance', 'custom']),
  metric: z.string(),
  items: z.array(z.string()).nullable(),
  teams: z.array(z.string()),
  cycles: z.array(z.enum(cycles)),
  // Compared with that of the design in force, and never looked into.
  requires: z.unknown(),
})

/** The clock as an exported state tells it: when it stands still; else what it shows stands in the first line. */
const frame = strictObject({
  seq,
  at: instant,
  chain: sum,
  seed: z.string(),
  design: z.string(),
  clock: strictObject({ offsetMs: z.literal(0), frozenAt: instant.nullable() }),
  deployment: strictObject({ label: z.string().nullable(), pending: strictObject({ hash: z.string() }).nullable() }),
  // Their records are counted on in 32 bits.
  feedsGone: count.min(1).max(0x1ffff).optional(),
})

/** The data of the parts of a state, by their names: what `stateParts` gives. */
const partShapes: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['frame', frame],
  ['players', z.array(player)],
  ['departed', z.array(z.tuple([id, bookOf(count)]))],
  ['holders', z.array(scoreNumber)],
  ['drops', z.array(scoreNumber)],
  ['renames', z.array(z.tuple([z.string(), z.string(), z.string(), seq, count, seq]))],
  ['processes', z.array(process)],
  ['rates', z.array(strictObject({ id, process: id, player: id, uses: bookOf(strictObject(rateUses)) }))],
  ['teams', z.array(team)],
  ['memberships', z.array(membership)],
  ['tenures', z.array(tenure)],
  ['requests', z.array(request)],
  ['game-invitations', z.array(strictObject({ id, at: instant, email: z.string(), message: z.string().optional() }))],
  ['game-requests', z.array(strictObject({ id, at: instant, alias: z.string(), email: z.string().nullable() }))],
  ['asks', z.array(z.tuple([z.string(), feed]))],
  ['settled', z.array(settled)],
  ['fixes', z.array(z.tuple([z.string(), z.enum(fixIds)]))],
  ['reverted', z.array(place)],
  ['board-departures', count],
  ['board', definition],
  ['board-from', seq],
  [
    'board-struck',
    strictObject({ groups: z.array(z.string().nullable()), entities: z.array(count), seqs: z.array(seq) }).refine(
      ({ groups, entities, seqs }) => groups.length === entities.length && groups.length === seqs.length,
      'expected lists of the same length',
    ),
  ],
  ['board-cycle', strictObject({ cycle: z.enum(cycles), start: z.number() })],
  ['board-period', strictObject({ start: z.number(), seq, departures: count, file: z.null() })],
  ['board-late', z.array(strictObject({ group: z.string().nullable(), entity: count, delta: amount, seq }))],
  [
    'board-rankings',
    strictObject({
      rankings: z.array(z.tuple([z.string().nullable(), count])),
      exact: z.array(z.tuple([count, amount])),
    }),
  ],
])

/** The names of the parts that are bytes, each with the size of a record in it; 1 where a part may end within one. */
const byteParts: ReadonlyMap<string, number> = new Map([
  ['feed-piece', 1],
  ['feeds', 1],
  ['board-places', 8],
  ['board-rows', 20],
])

/** What is wrong with a part of a state that comes from elsewhere; undefined where it can be taken in. */
export function partProblem(part: SnapshotPart): string | undefined {
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
