import * as z from 'zod'
import { idSchema, strictObject } from '../game/kernel/schema.ts'
import { problemsOf, type PathProblem } from '../game/kernel/schema-problems.ts'
import { shownAs } from '../game/kernel/shown-as.ts'
import { parseStep, stepSchemas, type Step } from './step.ts'

/** Steps of one script, and players that it names. */
const MAX_STEPS = 100_000
const MAX_PLAYERS = 100_000

/** A step with what it was read from, which is how people know it. */
export interface ReadStep {
  readonly step: Step
  readonly value: unknown
}

/** A play with expectations, as a file tells it. Spec 6.4. */
export interface ScriptContent {
  /** Undefined where the file has none. */
  readonly name: string | undefined
  /** Who is made before the first step, where there is no such player. */
  readonly players: readonly string[]
  readonly steps: readonly ReadStep[]
}

interface Problems {
  readonly problems: readonly PathProblem[]
}

/** A step of any kind, as documents show it; each is read by the schema of its kind. */
const anyStep = () => z.union(Object.values(stepSchemas))

const steps = shownAs(z.array(z.unknown()).min(1).max(MAX_STEPS), () => z.array(anyStep()).min(1).max(MAX_STEPS))

/** A script file; its steps are read one by one. */
export const scriptFileSchema = strictObject({
  /** For editors that go by it. */
  $schema: z.string().optional(),
  name: z.string().min(1).max(256).optional(),
  players: z.array(idSchema).max(MAX_PLAYERS).optional(),
  steps,
})

/** What a script file says, or everything that is wrong with it. Spec 6.4. */
export function parseScriptFile(value: unknown): ScriptContent | Problems {
  const parsed = scriptFileSchema.safeParse(value, { reportInput: true })
  const own = parsed.success ? [] : problemsOf(parsed.error)
  const given = stepsIn(value)
  const read = given.length > MAX_STEPS ? [] : readSteps(given)
  if ('problems' in read) return { problems: [...own, ...read.problems.map(belowSteps)] }
  if (!parsed.success) return { problems: own }
  const { name, players = [] } = parsed.data
  return { name, players, steps: read }
}

/** Steps, or everything that is wrong with them, each problem with the place of its step before its path. */
export function readSteps(values: readonly unknown[]): readonly ReadStep[] | Problems {
  const problems: PathProblem[] = []
  const read: ReadStep[] = []
  values.forEach((value, place) => {
    const step = parseStep(value)
    if ('problems' in step)
      problems.push(...step.problems.map(({ path, message }) => ({ path: [place, ...path], message })))
    else read.push({ step, value })
  })
  return problems.length > 0 ? { problems } : read
}

const belowSteps = ({ path, message }: PathProblem): PathProblem => ({ path: ['steps', ...path], message })

function stepsIn(value: unknown): readonly unknown[] {
  const { steps: given } = (value ?? {}) as { readonly steps?: unknown }
  return Array.isArray(given) ? given : []
}
