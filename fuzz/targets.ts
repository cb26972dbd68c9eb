import type { FaultCode } from '../src/game/kernel/fault.ts'
import { routes } from '../src/game/routes.ts'
import { faultsOf } from '../src/openapi/described-row.ts'
import type { JsonSchema } from '../src/openapi/parts.ts'
import { schemaComponents, type SchemaComponents } from '../src/openapi/schema-components.ts'
import { CONTROL_PATH } from '../src/server/control/control-endpoint.ts'
import type { Row } from '../src/server/row.ts'
import { serviceTargets } from './service-targets.ts'

/** A method of a path, and what it takes. */
export interface Target {
  /** `POST /v2/admin/players` */
  readonly id: string
  readonly method: string
  /** `:name` for a parameter. */
  readonly path: string
  /** Whether it acts as a player, who is named in the query. */
  readonly acts: boolean
  readonly params?: JsonSchema | undefined
  readonly query?: JsonSchema | undefined
  readonly body?: JsonSchema | undefined
  /** How its body is written; JSON unless told. An export is lines too, those of the game itself. */
  readonly sentAs?: 'form' | 'image' | 'lines' | 'export'
  /** Every error that it may answer, where that is told. */
  readonly faults?: ReadonlySet<FaultCode>
  /** Its answer may go on for ever. */
  readonly endless?: boolean
  /** It answers pages to people, errors among them. */
  readonly pages?: boolean
  /** It replaces the whole game, which no other call is to suffer from. */
  readonly wholesale?: boolean
}

/** All targets, and the schemas that theirs refer to. */
export interface Targets {
  readonly all: readonly Target[]
  readonly named: SchemaComponents['named']
}

/** Every row of the route table, and every route of the emulator beside it. */
export function allTargets(): Targets {
  const book = schemaComponents()
  const all = [...(routes as readonly Row[]).map((row) => targetOf(row, book)), ...serviceTargets(CONTROL_PATH)]
  return { all, named: book.named }
}

function targetOf(row: Row, { of }: SchemaComponents): Target {
  const { method, api, path, params, query, body, upload } = row
  return {
    id: `${method} /${api}${path}`,
    method,
    path: `/${api}${path}`,
    acts: row.caller === 'player',
    params: params && of(params()),
    query: query && of(query()),
    body: body && of(body()),
    ...(upload && { sentAs: 'image' }),
    faults: faultsOf(row),
  }
}
