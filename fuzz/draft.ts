import type { JsonSchema } from '../src/openapi/parts.ts'
import type { Known } from './known.ts'
import { randomFrom } from './random.ts'
import type { Sample } from './samples.ts'
import type { Target, Targets } from './targets.ts'
import { jsonOf, list, object, treeOf, type Tree } from './tree.ts'
import { validValue, type Making } from './valid-value.ts'

/** A request on its way to be sent, part by part, so that each can be damaged by itself. */
export interface Draft {
  readonly target: Target
  readonly method: string
  /** Percent-encoded. */
  readonly path: string
  /** Names and values as they stand in the address. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** JSON, or the fields of a form; undefined where none is sent. */
  readonly body: Tree | undefined
  /** What is done to the bytes of the body, in turn. */
  readonly damages: readonly ((bytes: Buffer) => Buffer)[]
  /** Beside `authorization`, and the `content-type` that goes with the body. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Whose token it carries; null for none. */
  readonly client: string | null
  /** What is done to the header of authorization that this makes, in turn. */
  readonly credentials: readonly ((header: string) => string)[]
  /** Whether it certainly goes to the target, and not to what else stands at a path like this. */
  readonly atTarget: boolean
}

/**
 * A request of a target that is as it should be: half of them such as are known to be accepted in a new game, half made of
 * the schemas, as far as they tell. The same seed makes the same.
 */
export function draftOf(target: Target, seed: number, known: Known, named: Targets['named']): Draft {
  const random = randomFrom(seed)
  const samples = known.samples.get(target.id) ?? []
  if (samples.length > 0 && random.oneIn(2)) return sampleDraft(target, random.pick(samples))
  return schemaDraft(target, { random, known, named, idOf: idOf(target) })
}

const undamaged = { damages: [], headers: [], credentials: [], atTarget: true } as const

function sampleDraft(target: Target, { path, ask }: Sample): Draft {
  const { client = 'gamify-staging', as, query = {}, body } = ask
  const actor = as === undefined ? [] : [['player_id', as] as const]
  return {
    ...undamaged,
    target,
    client,
    method: target.method,
    path,
    query: [...actor, ...Object.entries(query).map(([name, value]) => [name, encoded(String(value))] as const)],
    body: body === undefined ? undefined : treeOf(body),
  }
}

function schemaDraft(target: Target, making: Making): Draft {
  const { random, known } = making
  const { method, params, query, body, acts } = target
  const path = target.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const schema = params?.properties?.[name]
    const value = (ends(target) ? known.spare : known.word)(random, name) ?? 'begin'
    const isFree = typeof schema !== 'object' || ends(target)
    return encoded(isFree ? value : textOf(validValue({ ...schema }, name, making))) || 'x'
  })
  const fields = query ? validValue(query, '', making) : object([])
  const asked = fields.kind === 'object' ? fields.entries : []
  const actor = acts ? [['player_id', known.actor(random)] as const] : []
  return {
    ...undamaged,
    target,
    method,
    path,
    query: [...actor, ...asked.map(([name, value]) => [name, encoded(textOf(value))] as const)],
    body: body && bodyOf(target, body, making),
    client: clientOf(target, random.below(40)),
  }
}

/** Whether who is named in the path is gone after it, or can do nothing. */
const ends = ({ method, path }: Target): boolean => method === 'DELETE' || path.endsWith('/disable')

function bodyOf({ sentAs }: Target, schema: JsonSchema, making: Making): Tree {
  if (sentAs === 'export') return making.known.exported
  const one = (): Tree => validValue(schema, '', making)
  return sentAs === 'lines' ? list(Array.from({ length: 1 + making.random.below(3) }, one)) : one()
}

/** Text as it may stand in an address; a lone surrogate may not. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** What a value is in an address: a text as it is, all else as JSON has it. */
function textOf(tree: Tree): string {
  const json = jsonOf(tree)
  return json.startsWith('"') ? (JSON.parse(json) as string) : json
}

const ids: readonly (readonly [part: RegExp, name: string])[] = [
  [/\/metrics/, 'metric_id'],
  [/\/actions?\b/, 'action_id'],
  [/\/rules?\b/, 'rule_id'],
  [/versions\/:version\/processes/, 'process_definition_id'],
  [/versions\/:version\/teams/, 'team_definition_id'],
  [/\/leaderboards/, 'leaderboard_id'],
  [/(join|roles|leave|transfer|invites|players?)$/, 'player_id'],
  [/\/processes/, 'process_id'],
  [/\/teams/, 'team_id'],
]

/** What an `id` in the body of a target is. */
const idOf = ({ path }: Target): string => ids.find(([part]) => part.test(path))?.[1] ?? 'player_id'

/** Most call as the staging client; a few as another, or as nobody. */
function clientOf({ path }: Target, draw: number): string | null {
  if (draw === 0) return null
  if (draw === 1) return ['reader', 'ungated', 'nothing'][path.length % 3] ?? null
  return draw < 6 ? 'gamify-production' : 'gamify-staging'
}
