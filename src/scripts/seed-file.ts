import { z } from 'zod'
import { idSchema, problemsOf, strictObject, type PathProblem } from '../game/kernel/schema.ts'

/** Players in one seed file. */
const MAX_PLAYERS = 1_000_000

/** What a player starts with in a metric: an amount, the name of a state, or items with their counts. */
export type SeedScore = string | Readonly<Record<string, string>>

const isScore = (value: unknown): value is SeedScore =>
  typeof value === 'string' ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((count) => typeof count === 'string'))

const scores = z
  .custom<Readonly<Record<string, SeedScore>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected an object of metrics and scores',
  )
  .superRefine((given, check) => {
    for (const [metric, score] of Object.entries(given)) {
      if (isScore(score)) continue
      check.addIssue({
        code: 'custom',
        path: [metric],
        message: 'expected a text such as "30" or "Bronze", or an object of items and counts',
      })
    }
  })

const player = strictObject({
  id: idSchema,
  alias: z.string().min(1).max(256).optional(),
  email: z.string().max(254).optional(),
  scores: scores.optional(),
})

/** A player that a seed file names. */
export type SeedPlayer = z.output<typeof player>

const notYet = (what: string) =>
  z.array(z.unknown()).max(0, `this version does not bring in ${what}, expected none`).optional()

const seedFile = strictObject({
  players: z
    .array(z.preprocess((value) => (typeof value === 'string' ? { id: value } : value), player))
    .max(MAX_PLAYERS)
    .superRefine(checkRepetitions)
    .optional(),
  teams: notYet('teams'),
  processes: notYet('processes'),
})

/** The players of a seed file's content, or everything that is wrong with it. Spec 6.4. */
export function parseSeedFile(
  value: unknown,
): { readonly players: readonly SeedPlayer[] } | { readonly problems: readonly PathProblem[] } {
  const parsed = seedFile.safeParse(value, { reportInput: true })
  return parsed.success ? { players: parsed.data.players ?? [] } : { problems: problemsOf(parsed.error) }
}

function checkRepetitions(players: readonly SeedPlayer[], check: z.RefinementCtx): void {
  const seen = new Set<string>()
  players.forEach(({ id }, place) => {
    if (seen.has(id))
      check.addIssue({ code: 'custom', path: [place, 'id'], message: `'${id}' is listed twice, expected each once` })
    seen.add(id)
  })
}
