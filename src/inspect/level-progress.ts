import type { ShownScore } from '../sentences/score-text.ts'

/** How far a score is on the way to the next level. */
export interface LevelProgress {
  /** The name of the metric that has the levels. */
  readonly name: string
  /** The part of the way that is done, from 0 to 1. */
  readonly share: number
  readonly label: string
}

/**
 * Returns where a score is between the thresholds around it, or undefined for a metric without levels. The result says
 * nothing about the level of the player: a deployment with other thresholds does not change that level. Spec 4.7.
 */
export function levelProgress({ metric, meta }: ShownScore, scores: readonly ShownScore[]): LevelProgress | undefined {
  if (meta === undefined) return undefined
  const { low, high, base_metric: base } = meta
  const value = scores.find((score) => score.metric.id === base.id)?.value ?? '0'
  if (typeof value !== 'string') return undefined
  if (high === 'Infinity') return { name: metric.name, share: 1, label: `${value} ${base.name}, at the top` }
  // Numbers are exact enough for a bar.
  const from = low === '-Infinity' ? 0 : Number(low)
  const share = (Number(value) - from) / (Number(high) - from)
  return {
    name: metric.name,
    share: Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0,
    label: `${value} of ${high} ${base.name}`,
  }
}
