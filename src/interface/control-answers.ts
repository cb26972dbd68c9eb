import * as z from 'zod'
import type { Shape } from '../game/kernel/answer-shapes.ts'
import { reevaluationAnswer } from '../game/kernel/reevaluation-answer.ts'

/*
 * The answers of the control routes. The service, the command line, the TUI and the scripts all take their types from
 * here. Every schema is created when it is first requested. A field that a schema does not have is not an error,
 * because a newer service can answer more. The contract tests compare with what the schema keeps. Spec 6.6.
 */

const count = () => z.int().min(0)
const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), total: count() })

/** The answer of `GET /health`. */
const health = () =>
  z.object({
    status: z.enum(['starting', 'waiting', 'ready', 'storage_failed']),
    name: z.literal('gamify'),
    version: z.string(),
    /** The data directory, as an absolute path on the machine of the emulator; a game in memory has none. */
    data: z.string().optional(),
    /** The id of the game. */
    game: z.string(),
    problems: z
      .array(z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string() }))
      .optional(),
    /** The node of a game on several machines that answers. `position` is how much of the log it has. */
    node: z
      .object({
        name: z.string(),
        role: z.enum(['writer', 'follower']),
        position: z.int().min(0),
        /** The address of the writer, if the node knows one. */
        writer: z.string().optional(),
      })
      .optional(),
  })

/** The answer of `GET /live`. */
const live = () => z.object({ status: z.literal('live') })

/** The answer of `GET /ready`. `message` says why in a sentence. */
const ready = () =>
  z.object({
    status: z.enum(['starting', 'waiting', 'ready', 'storage_failed', 'stopping']),
    message: z.string(),
  })

const clock = () => z.object({ now: z.string(), frozen: z.boolean() })

/** `failed` lists the first lines that the service refused. */
const commands = () =>
  z.object({
    done: count(),
    failed: z.array(z.object({ line: z.int().min(1), error: z.string(), error_description: z.string() })),
  })

/** An entry of the history, one line of `GET /journal`. */
export const journalEntry = () =>
  z.object({
    seq: z.int(),
    at: z.string(),
    op: z.string(),
    caller: z.object({ client: z.string(), player: z.string().optional() }),
    input: z.unknown(),
    // An event has other fields too, by its kind.
    events: z.array(z.looseObject({ event: z.string() })),
  })
export type JournalEntry = Shape<ReturnType<typeof journalEntry>>

/**
 * A line of a followed journal: the entries from `from` on no longer count, and the game continues after entry `after`.
 */
export const journalJump = () => z.object({ replaced: z.object({ from: z.number(), after: z.number() }) })
export type JournalJump = Shape<ReturnType<typeof journalJump>>

/**
 * An answered request; `at` is the time of the machine, `ms` how long the answer took. `number` counts the requests since the
 * program began, and `entry` is the entry of the history that it led to. `studio` marks what a page of the studio asked for.
 */
export const answeredRequest = () =>
  z.object({
    number: z.int(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    ms: z.number(),
    runtime: z.enum(['staging', 'production']).optional(),
    error: z.string().optional(),
    client: z.string().optional(),
    player: z.string().optional(),
    entry: z.int().optional(),
    studio: z.literal(true).optional(),
  })
export type AnsweredRequest = Shape<ReturnType<typeof answeredRequest>>

/** The begin of a body without its secrets, and how many characters the whole of it has; null if none is kept. */
const keptBody = () => z.object({ text: z.string(), length: count() }).nullable()
const requestWithBodies = () => answeredRequest().extend({ sent: keptBody(), answered: keptBody() })

const moment = () => z.object({ seq: z.int(), at: z.string() })

/** How the kept entries are spread over game time. A bucket begins at `at`, and `seq` is the first of its `entries`. */
const density = () =>
  z.object({
    first: moment().nullable(),
    last: moment().nullable(),
    width_ms: count(),
    buckets: z.array(z.object({ at: z.string(), seq: z.int(), entries: count() })),
  })

/** How far a game is: the data of an event of `GET /changes`. */
export const liveState = () =>
  z.object({
    /** The number of the last entry. */
    seq: count(),
    now: z.string(),
    frozen: z.boolean(),
    players: count(),
    /** How many plays of actions and triggers there were since the program began. */
    plays: count(),
    /** The hash of the deployed design, or an empty text. */
    design: z.string(),
    /** The hash of the working design, which routes and files change. */
    working: z.string(),
    /** Another one after a rewind, a restore, a reset or an import. */
    generation: z.int(),
    /** The number of problems in the files of the design. */
    problems: count(),
  })
export type LiveState = Shape<ReturnType<typeof liveState>>

/** The design of a restored game that recorded another design than the active one. */
const restoredDesign = () =>
  z.object({
    runs: z.enum(['recorded', 'current']),
    /** What the active design changed since the recorded one, one line each. */
    changes: z.array(z.string()),
    /** The number of issues that block a deployment of the active design. */
    issues: z.int().optional(),
  })
export type RestoredDesign = Shape<ReturnType<typeof restoredDesign>>

const arrivalFields = () => ({
  /** The automatic snapshot of the game before; absent if the caller wanted none. */
  snapshot: z.string().optional(),
  design: restoredDesign().optional(),
  /** The game before had a pending upgrade, which the new one does not have. */
  upgrade_removed: z.literal(true).optional(),
})

const arrival = () => z.object(arrivalFields())
/** The fields of every answer about a game that replaced another. */
export type Arrival = Shape<ReturnType<typeof arrival>>

const arrived = () => z.object({ seq: z.int(), players: z.int(), ...arrivalFields() })
const restored = () => z.object({ name: z.string(), seq: z.int(), now: z.string(), ...arrivalFields() })
const rewound = () => z.object({ seq: z.int(), now: z.string(), undone: z.int(), ...arrivalFields() })

/** A problem in a file of the design; lines and columns count from 1. */
const designProblem = () =>
  z.object({
    file: z.string(),
    line: z.number(),
    column: z.number(),
    kind: z.string().optional(),
    id: z.string().optional(),
    path: z.string(),
    message: z.string(),
  })

/** All paths of files are absolute. `difference` is the schema of one difference of two designs. */
const design = <D extends z.ZodType>(difference: D) =>
  z.object({
    /** Null if the design does not come from files. */
    directory: z.string().nullable(),
    hash: z.string().nullable(),
    /** The components that were last loaded into the game, with their files. */
    loaded: z.array(z.object({ kind: z.string(), id: z.string(), file: z.string() })),
    problems: z.array(designProblem()),
    /** The changes in the working design that the runtime does not have, if a design was deployed to it before. */
    undeployed: z.array(difference).optional(),
  })

const components = () => z.array(z.looseObject({ id: z.string() }))
const deployedDesign = () =>
  z.object({
    metrics: components(),
    actions: components(),
    processes: components(),
    teams: components(),
    rules: components(),
    leaderboards: components(),
    bootstrap: z.looseObject({}),
  })

const versions = () =>
  listOf(
    z.object({
      version: z.string(),
      hash: z.string(),
      /** The game time of the first deployment, or null. */
      deployed_at: z.string().nullable(),
      runtimes: z.array(z.enum(['staging', 'production'])),
      changes: z.array(z.string()),
    }),
  )

/** A snapshot: `seq` is its last entry, `created` a time of the machine, `size` in bytes. */
const snapshot = () => z.object({ name: z.string(), seq: z.int(), created: z.string(), size: z.int() })

const action = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    variables: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['int', 'string']),
        required: z.boolean().optional(),
        default: z.union([z.string(), z.number()]).optional(),
      }),
    ),
    rate: z
      .object({ count: z.number(), window_ms: z.number(), type: z.enum(['FIXED', 'ROLLING', 'LEAKY']) })
      .optional(),
    /** How often the player has played the action. */
    count: count().optional(),
    /** Whether the player can play it now. */
    possible: z.boolean().optional(),
  })

/** A page of players in an order. */
const listedPlayers = () =>
  z.object({
    data: z.array(
      z.object({
        id: z.string(),
        alias: z.string(),
        enabled: z.boolean(),
        /** The points or state in each metric that was asked for, where there are any. */
        scores: z.record(z.string(), z.string()),
      }),
    ),
    total: count(),
    /** The number of the entry that the order is of. */
    seq: count(),
  })

/** What a profile leaves out of a player. */
const describedPlayer = () =>
  z.object({
    id: z.string(),
    alias: z.string(),
    email: z.string().nullable(),
    enabled: z.boolean(),
    created: z.string(),
    /** The number of the entry that created the player. */
    entry: count(),
    /** The time of the game. */
    now: z.string(),
    /** The newest processes, the newest first. */
    processes: listOf(
      z.object({
        id: z.string(),
        name: z.string(),
        definition: z.object({ id: z.string(), name: z.string() }),
        state: z.enum(['ACTIVE', 'COMPLETED']),
        lanes: z.array(z.object({ name: z.string(), role: z.string() })),
      }),
    ),
  })

const faultRule = () =>
  z.object({
    id: z.string(),
    route: z.string(),
    status: z.int().optional(),
    error: z.string().optional(),
    delay_ms: z.int().optional(),
    drop: z.boolean().optional(),
    rate: z.number(),
    times: z.int().optional(),
    hits: count(),
  })
export type ShownFaultRule = Shape<ReturnType<typeof faultRule>>

const checks = () =>
  z.object({
    data: z.array(
      z.object({
        id: z.string(),
        holds: z.boolean(),
        /** Who violated it, by which entry and event, and when in game time. */
        violated: z.object({ player: z.string(), seq: count(), at: z.string(), event: z.string() }).nullable(),
      }),
    ),
    total: count(),
    /** The last entry of the history. */
    seq: count(),
  })

/** Processes are listed as in the list of players. */
const processes = async () => listOf((await import('../game/processes/answer-schema.ts')).processItemAnswer)

const funnel = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    begun: count(),
    completed: count(),
    activities: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.enum(['task', 'sub_process']),
        reached: count(),
        /** In how many it waits to be performed, or goes on. */
        open: count(),
      }),
    ),
  })

/** The leaderboards answer as the routes of players do. */
const boards = () => import('../game/leaderboards/answer-schema.ts')

const coverage = async () => (await import('../game/design/coverage.ts')).coverageAnswer()

/** The control routes that answer JSON, with the schema of the answer. */
export const controlAnswers = {
  'GET /_gamify/health': health,
  'GET /_gamify/live': live,
  'GET /_gamify/ready': ready,
  'GET /_gamify/clock': clock,
  'PATCH /_gamify/clock': clock,
  'POST /_gamify/commands': commands,
  'GET /_gamify/history/density': density,
  'GET /_gamify/requests': () => listOf(answeredRequest()),
  'GET /_gamify/requests/:number': requestWithBodies,
  'PUT /_gamify/state': arrived,
  'DELETE /_gamify/state': arrived,
  'GET /_gamify/design': async () => design((await import('../game/design/answer-schema.ts')).difference()),
  'GET /_gamify/design/deployed': deployedDesign,
  'GET /_gamify/design/versions': versions,
  'POST /_gamify/design/reevaluate': reevaluationAnswer,
  'GET /_gamify/snapshots': () => listOf(snapshot()),
  'POST /_gamify/snapshots': snapshot,
  'POST /_gamify/snapshots/:name/restore': restored,
  'DELETE /_gamify/snapshots/:name': () => z.object({ name: z.string() }),
  'POST /_gamify/rewind': rewound,
  'GET /_gamify/actions': () => listOf(action()),
  'GET /_gamify/players': listedPlayers,
  'GET /_gamify/players/:player_id': describedPlayer,
  'GET /_gamify/leaderboards': async () => z.array((await boards()).boardDefinition),
  'GET /_gamify/leaderboards/:leaderboard_id': async () => listOf((await boards()).boardEntry),
  'GET /_gamify/leaderboards/:leaderboard_id/trend': async () => z.array((await boards()).rankTrend),
  'GET /_gamify/processes': processes,
  'GET /_gamify/funnel/:process_definition_id': funnel,
  'GET /_gamify/checks': checks,
  'GET /_gamify/coverage': coverage,
  'DELETE /_gamify/coverage': coverage,
  'GET /_gamify/why/:event_id': async () => (await import('./why-answer.ts')).whyAnswer,
  'POST /_gamify/why-not': async () => (await import('./why-answer.ts')).whyNotAnswer,
  'GET /_gamify/faults': () => listOf(faultRule()),
  'POST /_gamify/faults': faultRule,
  'DELETE /_gamify/faults': () => listOf(faultRule()),
  'DELETE /_gamify/faults/:fault_id': faultRule,
} as const satisfies Readonly<Record<string, () => z.ZodType | Promise<z.ZodType>>>

/** A control route as method and path: `GET /_gamify/clock`. */
export type ControlRoute = keyof typeof controlAnswers

/** What a control route answers. */
export type ControlAnswer<Name extends ControlRoute> = Shape<Awaited<ReturnType<(typeof controlAnswers)[Name]>>>
