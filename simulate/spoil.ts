import { isRecord } from '../src/game/kernel/json-value.ts'
import { bodyMethods } from '../src/game/kernel/route.ts'
import type { Call } from './call.ts'
import type { Random } from './random.ts'

/** A call with one thing about it wrong; it may be right nevertheless. */
export function spoiled(random: Random, call: Call): Call {
  const { params = {}, query = {}, body } = call
  const ways: (() => Call)[] = [() => ({ ...call, query: { ...query, ...random.pick(wrongQueries) } })]
  if (bodyMethods.has(call.row.row.method)) ways.push(() => ({ ...call, body: random.pick(wrongBodies) }))
  const names = Object.keys(params)
  if (names.length > 0)
    ways.push(() => ({ ...call, params: { ...params, [random.pick(names)]: random.pick(wrongIds) } }))
  if (call.as !== undefined) ways.push(() => ({ ...call, as: random.pick(['nobody', undefined, 'p0']) }))
  if (isRecord(body)) {
    ways.push(() => ({ ...call, body: { ...body, surplus: true } }))
    const fields = Object.keys(body)
    if (fields.length > 0)
      ways.push(() => ({ ...call, body: { ...body, [random.pick(fields)]: random.pick(wrongValues) } }))
  }
  return random.pick(ways)()
}

const wrongIds = ['nothing', 'v99', ':id', 'a/b', '__proto__', 'x'.repeat(70)]
const wrongValues = [null, -1, 'Infinity', 'x'.repeat(300), [], { id: 'x' }, 1e21, '__proto__', true]
const wrongBodies = [[], null, 'text', { surplus: 1 }, [1], 7]
const wrongQueries: readonly Readonly<Record<string, string>>[] = [
  { limit: '-2' },
  { skip: 'many' },
  { start: 'soon' },
  { end: '2030-02-30' },
  { cycle: 'hourly' },
  { size: 'huge' },
  { source: 'memory' },
  { detailed: 'perhaps' },
]
