import { faultBody, statusOf, type Fault } from '../../game/kernel/fault.ts'
import type { Answer } from '../answer.ts'
import { noticePage } from './notice-page.ts'

/** A fault on a page, with its own status. */
export function faultPage(fault: Fault): Answer {
  const page = noticePage({ status: statusOf(fault), title: 'That did not work', words: wordsFor(fault) })
  return { ...page, error: fault.fault }
}

/** A player is told nothing of the machine's files. */
function wordsFor(fault: Fault): string {
  return fault.fault === 'storage_failed'
    ? 'The game cannot read or store what it needs. The operator can find details in its log.'
    : faultBody(fault).error_description
}
