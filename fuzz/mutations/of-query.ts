import { encoded, type Draft } from '../draft.ts'
import { oddNames, oddText } from '../odd.ts'
import type { Mutation, Mutations } from './mutation.ts'

type Field = Draft['query'][number]

/** Parameters that routes have, wanted here or not. */
const names = [
  'skip',
  'limit',
  'start',
  'end',
  'cycle',
  'radius',
  'entity_id',
  'entity_ids',
  'timestamp',
  'sort',
  'ranking',
  'merge',
  'merge_with',
  'scope_id',
  'scopes',
  'team_instance_id',
  'fields',
  'pattern',
  'detailed',
  'source',
  'type',
  'size',
  'item',
  'value',
  'email',
  'player_id',
  'access_token',
  'follow',
  'history',
  'seed',
  'callback',
  'debug',
]

/** Numbers as people and programs write them into addresses. */
const counts = [
  '-1',
  '-0',
  '0',
  '1e3',
  '0x10',
  '1.5',
  '+1',
  '%20',
  '1%20',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
]
const moreCounts = ['9'.repeat(400), '1'.repeat(20), '%D9%A3', 'null', 'undefined', 'true', '-1', '1000000']

/** What does not read as an address should. */
const broken = [
  '%',
  '%zz',
  '%ff',
  '%E0%A4%A',
  '%00',
  '%ED%A0%80',
  '%uD800',
  '+',
  '%2B',
  '[]',
  'a%26b=c',
  'a;b',
  '%0d%0a',
]

const added = (draft: Draft, ...fields: readonly Field[]): Draft => ({ ...draft, query: [...draft.query, ...fields] })

/** Changes the value of one parameter that is there. */
const revalued =
  (value: (...drawn: Parameters<Mutation>) => string): Mutation =>
  (draft, random, known) => {
    if (draft.query.length === 0) return undefined
    const which = random.below(draft.query.length)
    const query = draft.query.map(([name, old], i): Field => [name, i === which ? value(draft, random, known) : old])
    return { ...draft, query }
  }

/** Damages to the query. */
export const queryMutations: Mutations = {
  'an odd parameter': revalued((_, random) => encoded(oddText(random))),
  'a parameter that is a number': revalued((_, random) => random.pick([...counts, ...moreCounts])),
  'a parameter that is broken': revalued((_, random) => random.pick(broken)),
  'a parameter with another id': revalued((_, random, known) => encoded(known.anyId(random))),
  'a parameter more': (draft, random) => added(draft, [random.pick(names), encoded(oddText(random))]),
  'a number more': (draft, random) =>
    added(draft, [random.pick(['skip', 'limit', 'radius']), random.pick([...counts, ...moreCounts])]),
  'a parameter that is broken more': (draft, random) => added(draft, [random.pick(names), random.pick(broken)]),
  'a parameter of another name': (draft, random) => added(draft, [encoded(random.pick(oddNames)), '1']),
  'a parameter twice': (draft, random) =>
    draft.query.length === 0
      ? added(draft, ['player_id', 'neo'], ['player_id', 'trinity'])
      : added(draft, [random.pick(draft.query)[0], encoded(oddText(random))]),
  'parameters in brackets': (draft, random) => added(draft, [`${random.pick(names)}[]`, '1'], ['__proto__[id]', 'neo']),
  'many parameters': (draft, random) => {
    const name = random.pick(names)
    return added(draft, ...Array.from({ length: random.pick([100, 2000]) }, (_, i): Field => [name, String(i)]))
  },
  'a parameter missing': (draft, random) => {
    const gone = random.below(draft.query.length)
    return draft.query.length === 0 ? undefined : { ...draft, query: draft.query.filter((_, i) => i !== gone) }
  },
}
