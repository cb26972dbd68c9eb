import { stepSentence } from '../../../scripts/step-sentence.ts'
import type { Step, StepInput, StepKind } from '../../../scripts/step.ts'

/** The field of a step that says what kind it is. A step with none of them only expects. */
const kinds: readonly StepKind[] = [
  'action',
  'trigger',
  'rule',
  'create',
  'join',
  'leave',
  'invite',
  'accept',
  'reject',
  'approve',
  'decline',
  'advance',
  'now',
  'snapshot',
  'restore',
  'request',
]

/** Describes a step of a script that the lab found. */
export function stepText(step: StepInput): string {
  const kind = kinds.find((each) => each in step) ?? 'expect'
  return stepSentence({ kind, given: step } as Step)
}
