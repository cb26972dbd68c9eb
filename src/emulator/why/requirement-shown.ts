import type { Design } from '../../game/design/design.ts'
import { formatAmount } from '../../game/kernel/decimal.ts'
import type { Requirement } from '../../game/rules/requirement.ts'

/** A requirement as an answer shows it. */
type Shown = { readonly type: string; readonly not?: boolean; readonly [part: string]: unknown }

/**
 * Returns a requirement in the form of the design. A branch is shown without its contents, which are shown separately.
 * Spec 4.3.
 */
export function requirementShown(requirement: Requirement): Shown {
  if (requirement.kind === 'always') return { type: 'and' }
  const not = requirement.not ? { not: true } : {}
  return { type: requirement.kind, ...not, ...partsOf(requirement) }
}

/** Returns the name of what a requirement checks, as the design has it, and the formula if that is computed. */
export function aboutLeaf(leaf: Requirement, design: Design): { readonly name?: string; readonly formula?: string } {
  if (leaf.kind === 'metric') {
    const { metric } = leaf
    return { name: metric.name, ...(metric.type === 'compound' ? { formula: metric.formula.text } : {}) }
  }
  const named =
    leaf.kind === 'action'
      ? design.actions.get(leaf.id)
      : leaf.kind === 'team'
        ? design.teams.get(leaf.definition)
        : undefined
  return named ? { name: named.name } : {}
}

function partsOf(requirement: Exclude<Requirement, { kind: 'always' }>): object {
  switch (requirement.kind) {
    case 'and':
    case 'or':
      return {}
    case 'metric': {
      const { metric, item, operator, value } = requirement
      return { context: { id: metric.id, type: metric.type, ...(item === undefined ? {} : { item }), operator, value } }
    }
    case 'action': {
      const { id, operator, value } = requirement
      return { context: { id, operator, value: formatAmount(value) } }
    }
    case 'team': {
      const { definition, role } = requirement
      return { context: { definition, ...(role === undefined ? {} : { role }) } }
    }
    case 'time': {
      const { clock, operator, value } = requirement
      return { context: { func: clock, operator, value: formatAmount(value) } }
    }
    case 'var': {
      const { lhs, operator, rhs } = requirement
      return { context: { lhs: lhs.text, operator, rhs: rhs.text } }
    }
  }
}
