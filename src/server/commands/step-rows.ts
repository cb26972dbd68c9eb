import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { StepCall } from '../../scripts/step-call.ts'
import { decodedParams, valueReader, type RowInput } from '../input.ts'
import { splitAddress } from '../node-call.ts'
import { PathIndex } from '../path-index.ts'
import { parseFields, type Fields } from '../query.ts'
import type { JsonRow, Row } from '../row.ts'

/** A row that a step uses, with the input from the step. */
export interface RowUse {
  readonly row: JsonRow
  readonly query: Fields
  readonly read: Fault | RowInput
}

/** Finds the row of a call of a step. Returns a fault if there is no row that steps can use. */
export type FindRow = (call: StepCall) => Fault | RowUse

/** A row with its reader. */
interface OpenRow {
  readonly row: Row
  readonly read: ReturnType<typeof valueReader>
}

/** Creates the look-up of these rows for the calls of steps. Control routes are not among them. Spec 6.6. */
export function stepRows(rows: readonly Row[]): FindRow {
  const named = new Map<string, OpenRow>()
  const paths = new PathIndex<Map<string, OpenRow>>()
  for (const row of rows) {
    const path = `/${row.api}${row.path}`
    const open = { row, read: valueReader(row) }
    named.set(`${row.method} ${path}`, open)
    paths.at(path, () => new Map()).set(row.method, open)
  }
  return ({ method, path, params, query = {}, body }) => {
    if (params !== undefined) return useOf(named.get(`${method} ${path}`), params, query, body)
    const { path: plain, search } = splitAddress(path)
    const match = paths.find(plain)
    const fields = search === '' ? query : { ...parseFields(search), ...query }
    const decoded = decodedParams(match?.params ?? {})
    return isFault(decoded) ? decoded : useOf(match?.value.get(method), decoded, fields, body)
  }
}

const noRoute = fault('route_not_found')

/** The fault for a route that needs a form, answers a picture, or concerns the token of the call. */
const notHere = fault('invalid_request', {
  message: 'This route cannot be used in command lines; call it directly',
})

function useOf(open: OpenRow | undefined, params: Fields, query: Fields, body: unknown): Fault | RowUse {
  if (!open) return noRoute
  const { row, read } = open
  const { kind } = row.op
  if (row.out === 'image' || row.upload || kind === 'token' || kind === 'logout' || kind === 'gallery') return notHere
  return { row, query, read: read(params, query, body) }
}
