import type { Client } from '../client/client.ts'
import { messageAt } from '../game/kernel/schema-problems.ts'
import { differenceLines } from '../scripts/difference-text.ts'
import { runSteps } from '../scripts/run-steps.ts'
import { stepSentence } from '../scripts/step-sentence.ts'
import { parseStep, type StepInput } from '../scripts/step.ts'
import { noJson } from './options.ts'

/**
 * Plays steps until one does not have the expected result. Throws an error with the expected and the actual result, or
 * with what is wrong with the steps themselves.
 */
export async function playSteps(client: Client, steps: readonly StepInput[]): Promise<void> {
  if (!Array.isArray(steps)) throw new TypeError('The steps are not valid:\n  expected a list of steps')
  const read = steps.map((value: StepInput) => ({ value, step: readStep(value) }))
  const problems = read.flatMap(({ step }, i) =>
    'problems' in step ? step.problems.map((problem) => `step ${i + 1}: ${messageAt(problem)}`) : [],
  )
  if (problems.length > 0) throw new TypeError(['The steps are not valid:', ...problems].join('\n  '))
  const sound = read.flatMap(({ value, step }) => ('problems' in step ? [] : [{ value, step }]))
  const results = await runSteps(client, sound, { bail: true })
  const failed = results.find(({ outcome }) => outcome === 'failed')
  if (!failed) return
  const { place, differences } = failed
  const lines = differences.flatMap((difference) => [
    difference.path,
    ...differenceLines(difference).map(({ text }) => `  ${text}`),
  ])
  const sentence = sound.slice(place, place + 1).map(({ step }) => stepSentence(step))
  throw new Error([`Step ${place + 1} did not go as expected: ${sentence.join('')}`, ...lines].join('\n  '))
}

/** Parses a step. It must be possible to send it as JSON. */
function readStep(value: StepInput): ReturnType<typeof parseStep> {
  const step = parseStep(value)
  if ('problems' in step) return step
  try {
    JSON.stringify(value)
    return step
  } catch (error) {
    return { problems: [{ path: [], message: noJson(error) }] }
  }
}
