import { faultTable, type FaultCode } from '../../src/game/kernel/fault.ts'
import { type DescribedRow, faultsOf } from '../../src/openapi/described-row.ts'
import { errorComponents } from '../../src/openapi/error-components.ts'
import { block, code, page } from './markdown.ts'

/** The number of routes that are listed; if there are more, only their number is shown. */
const MAX_NAMED = 12

/** Returns the page of errors, from the table that answers are built from, with the routes that can answer each. */
export function errorsPage(rows: readonly DescribedRow[]): string {
  const codes = Object.keys(faultTable) as FaultCode[]
  const book = errorComponents()
  book.answersOf(codes)
  return page([
    '# Errors',
    'Every error code, with an example of its body. [5.2](../interface/5-callers-errors-events.md#52-errors) says when each occurs.',
    ...codes.flatMap((each) => [
      `## ${each}`,
      `Status ${faultTable[each].status}. ${answeredBy(each, rows)}`,
      block('json', JSON.stringify(book.examples[each]?.value, null, 2)),
    ]),
  ])
}

function answeredBy(wanted: FaultCode, rows: readonly DescribedRow[]): string {
  const names = rows
    .filter((row) => faultsOf(row).has(wanted))
    .map(({ method, api, path }) => code(`${method} /${api}${path}`))
  if (names.length === rows.length) return 'Every route can answer it.'
  if (names.length === 0) return 'No route of the interface answers it by itself.'
  if (names.length > MAX_NAMED) return `${names.length} routes can answer it.`
  return `These routes can answer it: ${names.join(', ')}.`
}
