import * as z from 'zod'
import { accessSettings } from '../game/kernel/game-info.ts'
import { isRecord } from '../game/kernel/json-value.ts'
import { aliasSchema, emailSchema, idSchema, instanceName, strictObject } from '../game/kernel/schema.ts'
import { problemsOf, type PathProblem } from '../game/kernel/schema-problems.ts'
import { numbersForTexts, withShorthand } from '../game/kernel/shorthand.ts'
import { shownAs } from '../game/kernel/shown-as.ts'

/** Players in one seed file. */
const MAX_PLAYERS = 1_000_000

/** What a player starts with in a metric: an amount, the name of a state, or items with their counts. */
export type SeedScore = string | Readonly<Record<string, string>>

type ReportScore = (path: readonly string[], input: unknown, message: string) => void

/** Reports what keeps a value from being a score: the value itself, or the counts in it that are not texts. */
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

/** A player by the id alone, or with more about it. */
const seedPlayer = shownAs(
  z.preprocess((value) => (typeof value === 'string' ? { id: value } : value), player),
  () => z.union([idSchema, player]),
)

/** A player that a seed file names. */
export type SeedPlayer = z.output<typeof player>

/** Teams, and processes, in one seed file; members, and performers, of one of them. */
const MAX_SUBJECTS = 100_000
const MAX_MEMBERS = 100_000

const subjectFields = {
  definition: idSchema,
  name: instanceName.optional(),
  access: z.enum(accessSettings).optional(),
}

/** An object by ids of players. */
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

/** A team, or a process, that a seed file names. */
export type SeedTeam = z.output<typeof team>
export type SeedProcess = z.output<typeof process>

/** A seed file. Spec 6.4. */
export const seedFileSchema = strictObject({
  /** For editors that go by it. */
  $schema: z.string().optional(),
  players: z.array(seedPlayer).max(MAX_PLAYERS).superRefine(checkRepetitions).optional(),
  teams: z.array(team).max(MAX_SUBJECTS).superRefine(checkRepetitions).optional(),
  processes: z.array(process).max(MAX_SUBJECTS).superRefine(checkRepetitions).optional(),
})

/** What seed files bring in. */
export interface Seeds {
  readonly players: readonly SeedPlayer[]
  readonly teams: readonly SeedTeam[]
  readonly processes: readonly SeedProcess[]
}

/** Whether seeds bring anything in. */
export function isEmpty({ players, teams, processes }: Seeds): boolean {
  return players.length + teams.length + processes.length === 0
}

/** What a seed file brings in, or everything that is wrong with it. Spec 6.4. */
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
