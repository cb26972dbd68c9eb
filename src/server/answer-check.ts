import { isDeepStrictEqual } from 'node:util'
import type { Row } from './row.ts'

/** What is wrong with an answer by its row's output schema, to the last field; undefined where nothing is. For tests. */
export function answerProblem(row: Row, json: string): string | undefined {
  const sent: unknown = JSON.parse(json)
  const parsed = row.out().safeParse(sent, { reportInput: true })
  if (!parsed.success) return parsed.error.message
  return isDeepStrictEqual(parsed.data, sent) ? undefined : 'the answer has fields that its schema does not name'
}
