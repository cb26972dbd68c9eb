import stringWidth from 'string-width'
import { printable } from '../../terminal/render/printable.ts'
import type { ShownScore } from '../../terminal/render/score-text.ts'
import type { Canvas } from '../pane.ts'

/** A bar has as many letters as there is room for, between these. */
const BAR_LETTERS = { least: 5, most: 20 }

/** How far the score is to the next threshold, for each metric that has levels: a bar, and the amounts. Spec 4.7. */
export function levelLines(scores: readonly ShownScore[], { theme, width }: Canvas): readonly string[] {
  const lines = scores.flatMap((score) => {
    const progress = progressOf(score, scores)
    return progress === undefined ? [] : [{ name: printable(score.metric.name), ...progress }]
  })
  if (lines.length === 0) return []
  const names = Math.max(...lines.map(({ name }) => stringWidth(name)))
  const amounts = Math.max(...lines.map(({ amount }) => stringWidth(amount)))
  const letters = Math.min(BAR_LETTERS.most, Math.max(BAR_LETTERS.least, width - names - amounts - 4))
  return [
    '',
    theme.paint.strong('PROGRESS'),
    ...lines.map(({ name, listShare, amount }) => {
      const bar = theme.paint.good(barOf(listShare, letters, theme.unicode))
      return `${name}${' '.repeat(names - stringWidth(name))}  ${bar}  ${amount}`
    }),
  ]
}

/**
 * Where a score is between the thresholds around it; undefined for a metric without levels. It says nothing about the level
 * of the player, which a deployment of other thresholds leaves as it is.
 */
function progressOf(
  { meta }: ShownScore,
  scores: readonly ShownScore[],
): { readonly listShare: number; readonly amount: string } | undefined {
  if (meta === undefined) return undefined
  const { low, high, base_metric: base } = meta
  const value = scores.find(({ metric }) => metric.id === base.id)?.value ?? '0'
  if (typeof value !== 'string') return undefined
  const unit = printable(base.name)
  if (high === 'Infinity') return { listShare: 1, amount: `${value} ${unit}, at the top` }
  // A bar is no finer than a letter, so that numbers serve for any amount.
  const from = low === '-Infinity' ? 0 : Number(low)
  const listShare = (Number(value) - from) / (Number(high) - from)
  return {
    listShare: Number.isFinite(listShare) ? Math.min(1, Math.max(0, listShare)) : 0,
    amount: `${value} of ${high} ${unit}`,
  }
}

function barOf(listShare: number, letters: number, unicode: boolean): string {
  const full = Math.round(listShare * letters)
  const [on, off] = unicode ? ['█', '░'] : ['#', '-']
  return on.repeat(full) + off.repeat(letters - full)
}
