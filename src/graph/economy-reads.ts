import { isProblem, parseFormula } from '../game/kernel/formula-parser.ts'
import { namesIn } from '../game/kernel/formula.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'

type Leaf = Extract<RequirementDesign, { readonly context: unknown }>

/** Returns the ids of the metrics that a formula reads. */
export function scoresRead(formula: string): string[] {
  return [...new Set(namesRead(formula).scores.map(({ metric }) => metric))]
}

/** Returns the names of the variables that a formula reads. */
export const variablesRead = (formula: string): readonly string[] => namesRead(formula).vars

function namesRead(formula: string): ReturnType<typeof namesIn> {
  const parsed = parseFormula(formula)
  return isProblem(parsed) ? { vars: [], scores: [] } : namesIn(parsed)
}

/** Yields the conditions of a requirement without its branches. */
function* leavesOf(requires: RequirementDesign | undefined): Generator<Leaf> {
  if (requires === undefined || !('type' in requires)) return
  if ('expression' in requires)
    for (const part of requires.expression as readonly RequirementDesign[]) yield* leavesOf(part)
  else yield requires as Leaf
}

/** Returns the node ids of the metrics and actions that a requirement reads. */
export function nodesRead(requires: RequirementDesign | undefined): string[] {
  return [...leavesOf(requires)].flatMap((leaf) => {
    if (leaf.type === 'metric') return [`metrics/${leaf.context.id}`]
    if (leaf.type === 'action') return [`actions/${leaf.context.id}`]
    return formulasOf(leaf)
      .flatMap(scoresRead)
      .map((id) => `metrics/${id}`)
  })
}

/** Returns the formulas that a requirement compares. */
export const formulasRead = (requires: RequirementDesign | undefined): string[] =>
  [...leavesOf(requires)].flatMap(formulasOf)

const formulasOf = (leaf: Leaf): string[] => (leaf.type === 'var' ? [leaf.context.lhs, leaf.context.rhs] : [])
