import * as z from 'zod'
import { kindNames } from '../../src/game/design/kind-table.ts'
import { kinds } from '../../src/game/design/source.ts'
import { routes } from '../../src/game/routes.ts'
import type { DescribedRow } from '../../src/openapi/described-row.ts'
import { chapters, codesIn } from './chapters.ts'

/** Every route by its name: `POST /v2/admin/players`. */
export const rowsByName: ReadonlyMap<string, DescribedRow> = new Map(
  routes.map((row) => [`${row.method} /${row.api}${row.path}`, row]),
)

/** A line that tells all of a route. */
interface DocumentedRow {
  readonly name: string
  /** `?skip`, `alias`, `id!` */
  readonly takes: readonly string[]
  readonly errors: readonly string[]
}

/** A line that tells of a route by another. */
interface TwinRow {
  readonly name: string
  readonly as: string
  /** Whatever is named where differences are told. */
  readonly differences: readonly string[]
}

const isRoute = (text: string): boolean => /^`[A-Z]+ \/v[12]\/\S*`$/.test(text)
const lines = [...chapters.values()].flatMap(({ rows }) => rows).filter(([name = '']) => isRoute(name))

/** What the tables tell of the routes; a line about `K` stands for all kinds of components. */
export const documentedRows: readonly DocumentedRow[] = lines
  .filter((cells) => cells.length === 5)
  .flatMap(([route = '', , takes = '', , errors = '']) => {
    const [name = ''] = codesIn(route)
    return namesMeantBy(name).map(({ name: each, kind }) => ({
      name: each,
      takes: codesIn(takes).filter((code) => !code.startsWith('{')),
      errors: codesIn(errors).map((code) => code.replace(/^k_/, `${kind}_`)),
    }))
  })

/** A difference is told by the name alone, whatever sort of input it is. */
const writtenAs = (name: string): string[] => [name, `?${name}`, `${name}!`]

/** What the tables of version 1 tell. */
export const twinRows: readonly TwinRow[] = lines
  .filter((cells) => cells.length === 3)
  .map(([route = '', other = '', differences = '']) => {
    const [[name = ''], [as = '']] = [codesIn(route), codesIn(other)]
    return { name, as, differences: codesIn(differences).flatMap(writtenAs) }
  })

function namesMeantBy(name: string): { readonly name: string; readonly kind: string }[] {
  if (!/\/K(\/|$)/.test(name)) return [{ name, kind: '' }]
  return kinds.map((kind) => ({ name: name.replace(/\/K(?=\/|$)/, `/${kind}`), kind: kindNames[kind] }))
}

/** What a route takes in query and body, as tables write it: `?skip`, `alias`, `id!`; nothing of a body whose names are free. */
export function inputsOf(row: DescribedRow): string[] {
  const query = fieldsOf(row.query).map(([name]) => `?${name}`)
  const body = fieldsOf(row.body).map(([name, isRequired]) => `${name}${isRequired ? '!' : ''}`)
  return [...query, ...body, ...(row.upload === undefined ? [] : ['file!'])].toSorted()
}

function fieldsOf(schema: DescribedRow['query']): [name: string, isRequired: boolean][] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema(), { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).map((name) => [name, required.includes(name)])
}
