import { compileDesign, type BrokenDesign, type Design } from '../../src/game/design/design.ts'
import { emptyDesign, type DesignSource } from '../../src/game/design/source.ts'

/** Builders of designs, as short as the rules that tests state with them; every name is the id. */

/** A design of these parts, which must be right. */
export function designOf(parts: Partial<DesignSource>): Design {
  const design = compileDesign({ ...emptyDesign, ...parts })
  if ('source' in design) return design
  throw new Error(`the design of a test is wrong:\n${problemTexts(design).join('\n')}`)
}

/** What is wrong with a design of these parts, each as `kind/id path: message`; nothing where it is right. */
export function problemsOf(parts: Partial<DesignSource>): string[] {
  const design = compileDesign({ ...emptyDesign, ...parts })
  return 'source' in design ? [] : problemTexts(design)
}

const problemTexts = ({ problems }: BrokenDesign): string[] =>
  problems.map(({ kind, id = '', path, message }) => `${kind}/${id} ${path.join('.')}: ${message}`)

export const point = (id: string, constraints: { default?: string; min?: string; max?: string } = {}) => ({
  id,
  name: id,
  type: 'point' as const,
  constraints,
})

/** An item by its name, or with more about it. */
type ItemPart = string | { name: string; description?: string; max?: string; hidden?: boolean }

export const set = (id: string, items: readonly ItemPart[], limits: { max_items?: string } = {}) => ({
  id,
  name: id,
  type: 'set' as const,
  constraints: { items: items.map((item) => (typeof item === 'string' ? { name: item } : item)), ...limits },
})

export const state = (id: string, ...states: readonly (string | { name: string; description: string })[]) => ({
  id,
  name: id,
  type: 'state' as const,
  constraints: { states: states.map((each) => (typeof each === 'string' ? { name: each } : each)) },
})

export const compound = (id: string, formula: string) => ({
  id,
  name: id,
  type: 'compound' as const,
  constraints: { formula },
})

type Value = string | Readonly<Record<string, string>>

const reward =
  (verb: 'add' | 'remove' | 'set') =>
  (metric: string, value: Value, more: { probability?: number } = {}) => ({
    metric: { id: metric, type: typeof value === 'string' ? ('point' as const) : ('set' as const) },
    verb,
    value,
    ...more,
  })

/** Rewards of points (`add('xp', '10')`) and of items (`add('badges', { Fan: '1' })`). */
export const add = reward('add')
export const remove = reward('remove')
export const put = reward('set')

/** A reward that sets a state. */
export const become = (metric: string, name: string, more: { probability?: number } = {}) => ({
  metric: { id: metric, type: 'state' as const },
  verb: 'set' as const,
  value: name,
  ...more,
})

/** What giving takes: nothing, unless it is said. */
export const rule = (requires: object, ...rewards: readonly object[]) => ({ requires, rewards })

/** An action whose rewards are given without a condition. */
export const action = (id: string, rewards: readonly object[] = [], more: object = {}) => ({
  id,
  name: id,
  rules: [rule({}, ...rewards)],
  ...more,
})

/** A ladder: `levels('ladder', 'xp', 'rank', ['Novice', '25'], ['Gold'])`. */
export const levels = (
  id: string,
  base: string,
  metric: string,
  ...ladder: readonly (readonly [rank: string, threshold?: string])[]
) => ({
  id,
  name: id,
  type: 'level' as const,
  base_metric: base,
  level_metric: metric,
  levels: ladder.map(([rank, threshold]) => (threshold === undefined ? { rank } : { rank, threshold })),
})

export const achievement = (id: string, metric: string, items: Readonly<Record<string, string>>, requires: object) => ({
  id,
  name: id,
  type: 'achievement' as const,
  metric: { id: metric },
  items: Object.entries(items).map(([key, value]) => ({ key, value })),
  requires,
})

export const custom = (id: string, rewards: readonly object[], more: object = {}) => ({
  id,
  name: id,
  type: 'custom' as const,
  rules: [rule({}, ...rewards)],
  ...more,
})

type Operator = 'eq' | 'ne' | 'neq' | 'gt' | 'ge' | 'lt' | 'le'

/** Requirements on a score, on the plays of an action, on a clock, on two formulas. */
export const score = (id: string, operator: Operator, value: string | number, item?: string) => ({
  type: 'metric',
  context: { id, operator, value, ...(item === undefined ? {} : { item }) },
})
export const played = (id: string, operator: Operator, value: string | number) => ({
  type: 'action',
  context: { id, operator, value },
})
export const clock = (func: string, operator: Operator, value: string | number) => ({
  type: 'time',
  context: { func, operator, value },
})
export const formulas = (lhs: string, operator: Operator, rhs: string) => ({
  type: 'var',
  context: { lhs, operator, rhs },
})
export const all = (...expression: readonly object[]) => ({ type: 'and', expression })
export const any = (...expression: readonly object[]) => ({ type: 'or', expression })
export const not = (requirement: object) => ({ ...requirement, not: true })

/** A score that the bootstrap gives. */
export const start = ({ metric, value }: { metric: object; value: Value }) => ({ metric, value })
