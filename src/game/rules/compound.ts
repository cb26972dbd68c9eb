import { evaluateAmount, isFailure } from '../kernel/formula.ts'
import type { ScoreDraft } from '../metrics/evolve.ts'
import { changeOf, pointsOf, scoreKey, type Change, type Scores } from '../metrics/score.ts'
import { scopeOf } from './formula-scope.ts'
import type { RewardFailure } from './give-reward.ts'
import type { Observer } from './observer.ts'
import type { RuleBook } from './rule-book.ts'
import { noVariables } from './variable.ts'

/**
 * Computes the compounds that read a metric in `changes`, which the draft already contains. Returns the changes of
 * these compounds and adds them to the draft. A computed compound has an entry from then on. Spec 4.2, 4.16 "Amounts".
 */
export function recompute(
  book: RuleBook,
  draft: ScoreDraft,
  changes: readonly Change[],
  observer?: Observer,
): readonly Change[] | RewardFailure {
  if (book.compounds.length === 0 || changes.length === 0) return []
  const touched = new Set(changes.map((change) => change.metric.id))
  const found: Change[] = []
  const { scores } = draft
  const scope = scopeOf({ metrics: book.metrics, scores, variables: noVariables })
  for (const compound of book.compounds) {
    if (!anyRead(compound.reads, touched, scores, book)) continue
    const value = evaluateAmount(compound.formula, scope)
    if (isFailure(value)) return { ...value, formula: compound.formula.text }
    const before = pointsOf(scores, compound)
    if (before === value) continue
    const change = changeOf(compound, before, value)
    observer?.computed(compound, change, scope)
    found.push(change)
    draft.take(change)
    touched.add(compound.id)
  }
  return found
}

/** Whether to compute a compound: a metric that it reads changed, and at least one of those metrics has an entry. */
function anyRead(reads: ReadonlySet<string>, touched: ReadonlySet<string>, scores: Scores, book: RuleBook): boolean {
  let changed = false
  let present = false
  for (const id of reads) {
    const metric = book.metrics.get(id)
    changed ||= touched.has(id)
    present ||= metric !== undefined && scores[scoreKey(metric)] !== undefined
  }
  return changed && present
}
