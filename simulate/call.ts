import type { RuntimeName } from '../src/game/game-state.ts'
import { routes } from '../src/game/routes.ts'
import { valueReader } from '../src/server/input.ts'
import type { Row } from '../src/server/row.ts'

/** Text by name. */
export type Fields = Readonly<Record<string, string>>

/** What a call carries beside its row: what its path, query and body hold, and the player that it acts as. */
export interface Carried {
  readonly as?: string | undefined
  readonly params?: Fields
  readonly query?: Fields
  readonly body?: unknown
  /** A file that is sent as a form. */
  readonly file?: Buffer
}

/** A row of the route table with what reads its input. */
export interface CalledRow {
  /** `POST /v2/admin/players` */
  readonly name: string
  readonly row: Row
  /** The name of the operation: the same for rows that do the same. */
  readonly op: string
  /** The names of its path parameters. */
  readonly parameters: readonly string[]
  readonly read: ReturnType<typeof valueReader>
}

/** A call of a row, in one of the runtimes. */
export interface Call extends Carried {
  readonly runtime: RuntimeName
  readonly row: CalledRow
}

/** All rows, in the order of the route table. */
export const rows: readonly CalledRow[] = (routes as readonly Row[]).map((row) => ({
  name: `${row.method} /${row.api}${row.path}`,
  row,
  op: row.op.name,
  parameters: Array.from(row.path.matchAll(/:(\w+)/g), ([, name = '']) => name),
  read: valueReader(row),
}))

/** The path of a call with its query, percent-encoded. */
export function addressOf({ row: { row }, params = {}, query = {}, as }: Call): string {
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams({ ...query, ...(as === undefined ? {} : { player_id: as }) })
  return `/${row.api}${path}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/** A call as a person would write it down. */
export function callText(call: Call): string {
  const { row, runtime, body, file } = call
  const sent = file ? ` with a file of ${file.length} bytes` : body === undefined ? '' : ` ${JSON.stringify(body)}`
  return `${row.row.method} ${addressOf(call)}${sent} (${runtime})`
}
