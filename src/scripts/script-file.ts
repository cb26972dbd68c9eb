import * as z from 'zod'
import { problemsOf, type PathProblem } from '../game/kernel/schema-problems.ts'
import { idSchema, strictObject } from '../game/kernel/schema.ts'
import { shownAs } from '../game/kernel/shown-as.ts'
import { parseStep, stepSchemas, type Step } from './step.ts'

/** The limits of steps and of players in one script. */
const MAX_STEPS = 100_000
const MAX_PLAYERS = 100_000

/** A step with the value that it was parsed from. */
export interface ReadStep {
  readonly step: Step
  readonly value: unknown
}

/** The content of a script file. Spec 6.4. */
export interface ScriptContent {
  /** Undefined if the file has none. */
  readonly name: string | undefined
  /** The players to create before the first step, if they do not exist. */
  readonly players: readonly string[]
  /** Whether steps that the service refuses are not judged. */
  readonly allowsRefusals: boolean
  readonly steps: readonly ReadStep[]
}

interface Problems {
  readonly problems: readonly PathProblem[]
}

/** The schema of any step for documents. Each step is parsed by the schema of its kind. */
const anyStep = () => z.union(Object.values(stepSchemas))

const steps = shownAs(z.array(z.unknown()).min(1).max(MAX_STEPS), () => z.array(anyStep()).min(1).max(MAX_STEPS))

/** The schema of a script file. Its steps are parsed one by one. */
export const scriptFileSchema = strictObject({
  /** Some editors use it. */
  $schema: z.string().optional(),
  name: z.string().min(1).max(256).optional(),
  refusals: z.literal('allowed').optional(),
  players: z.array(idSchema).max(MAX_PLAYERS).optional(),
  steps,
})

/** Parses a script file. Returns its content, or all of its problems. Spec 6.4. */
export function parseScriptFile(value: unknown): ScriptContent | Problems {
  const parsed = scriptFileSchema.safeParse(value, { reportInput: true })
  const own = parsed.success ? [] : problemsOf(parsed.error)
  const given = stepsIn(value)
  const read = given.length > MAX_STEPS ? [] : readSteps(given)
  if ('problems' in read) return { problems: [...own, ...read.problems.map(belowSteps)] }
  if (!parsed.success) return { problems: own }
  const { name, players = [], refusals } = parsed.data
  return { name, players, allowsRefusals: refusals === 'allowed', steps: read }
}

/** Parses steps. Returns them, or all of their problems, each with a path that begins with the index of the step. */
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
