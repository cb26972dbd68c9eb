import * as z from 'zod'
import { accessSettings } from '../game/kernel/game-info.ts'
import { isRecord } from '../game/kernel/json-value.ts'
import { problemsOf, type PathProblem } from '../game/kernel/schema-problems.ts'
import { aliasSchema, emailSchema, idSchema, instanceName, strictObject } from '../game/kernel/schema.ts'
import { numbersForTexts, withShorthand } from '../game/kernel/shorthand.ts'
import { shownAs } from '../game/kernel/shown-as.ts'

/** The limit of players in one seed file. */
const MAX_PLAYERS = 1_000_000

/** The initial score of a player in a metric: an amount, the name of a state, or items with their counts. */
export type SeedScore = string | Readonly<Record<string, string>>

type ReportScore = (path: readonly string[], input: unknown, message: string) => void

/** Reports why a value is not a score: the value itself, or counts that are not texts. */
function checkScore(score: unknown, report: ReportScore): void {
  if (typeof score === 'string') return
  if (typeof score !== 'object' || score === null || Array.isArray(score))
    report([], score, 'expected a text such as "30" or "Bronze", or an object of items and counts')
  else
    for (const [item, count] of Object.entries(score))
      if (typeof count !== 'string') report([item], count, 'expected a count such as "1"')
}

const scores = shownAs(
  z
    .custom<Readonly<Record<string, SeedScore>>>(isRecord, 'expected an object of metrics and scores')
    .superRefine((given, check) => {
      for (const [metric, score] of Object.entries(given))
        checkScore(score, (path, input, message) => {
          check.addIssue({ code: 'custom', path: [metric, ...path], input, message })
        })
    }),
  () => z.record(z.string(), withShorthand(z.union([z.string(), z.record(z.string(), z.string())]), numbersForTexts)),
)

const player = strictObject({
  id: idSchema,
  alias: aliasSchema.optional(),
  email: emailSchema.optional(),
  scores: scores.optional(),
})

/** A player as an id alone, or as an object. */
const seedPlayer = shownAs(
  z.preprocess((value) => (typeof value === 'string' ? { id: value } : value), player),
  () => z.union([idSchema, player]),
)

/** A player of a seed file. */
export type SeedPlayer = z.output<typeof player>

/** The limits of teams or processes in one seed file, and of members or performers of one of them. */
const MAX_SUBJECTS = 100_000
const MAX_MEMBERS = 100_000

const subjectFields = {
  definition: idSchema,
  name: instanceName.optional(),
  access: z.enum(accessSettings).optional(),
}

/** A record with player ids as keys. */
const byPlayer = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string(), value)
    .refine((given) => Object.keys(given).length <= MAX_MEMBERS, `expected at most ${MAX_MEMBERS} players`)

const laneRoles = shownAs(
  z.custom<Readonly<Record<string, 'player' | 'observer'>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((role) => role === 'player' || role === 'observer'),
    'expected an object of lanes, each "player" or "observer"',
  ),
  () => z.record(z.string(), z.enum(['player', 'observer'])),
)

const team = strictObject({
  ...subjectFields,
  id: idSchema,
  owner: idSchema.optional(),
  members: byPlayer(z.array(z.string()).min(1)).optional(),
})

const process = strictObject({
  ...subjectFields,
  id: z.string().min(1).max(256),
  owner: idSchema,
  performers: byPlayer(laneRoles).optional(),
})

/** A team or process of a seed file. */
export type SeedTeam = z.output<typeof team>
export type SeedProcess = z.output<typeof process>

/** The schema of a seed file. Spec 6.4. */
export const seedFileSchema = strictObject({
  /** Some editors use it. */
  $schema: z.string().optional(),
  players: z.array(seedPlayer).max(MAX_PLAYERS).superRefine(checkRepetitions).optional(),
  teams: z.array(team).max(MAX_SUBJECTS).superRefine(checkRepetitions).optional(),
  processes: z.array(process).max(MAX_SUBJECTS).superRefine(checkRepetitions).optional(),
})

/** The content of seed files. */
export interface Seeds {
  readonly players: readonly SeedPlayer[]
  readonly teams: readonly SeedTeam[]
  readonly processes: readonly SeedProcess[]
}

/** Whether seeds are empty. */
export function isEmpty({ players, teams, processes }: Seeds): boolean {
  return players.length + teams.length + processes.length === 0
}

/** Parses a seed file. Returns its content, or all of its problems. Spec 6.4. */
export function parseSeedFile(value: unknown): Seeds | { readonly problems: readonly PathProblem[] } {
  const parsed = seedFileSchema.safeParse(value, { reportInput: true })
  if (!parsed.success) return { problems: problemsOf(parsed.error) }
  const { players = [], teams = [], processes = [] } = parsed.data
  return { players, teams, processes }
}

function checkRepetitions(named: readonly { readonly id: string }[], check: z.RefinementCtx): void {
  const seen = new Set<string>()
  named.forEach(({ id }, place) => {
    if (seen.has(id))
      check.addIssue({ code: 'custom', path: [place, 'id'], message: `'${id}' is listed twice, expected each once` })
    seen.add(id)
  })
}
