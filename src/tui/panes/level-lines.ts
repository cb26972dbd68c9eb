import stringWidth from 'string-width'
import { printable } from '../../cli/render/printable.ts'
import type { ShownScore } from '../../cli/render/score-text.ts'
import type { Drawing } from '../pane.ts'

const BAR_LETTERS = 20

/** How far it is to the next level, for each metric that has levels: a bar, and the amounts. Spec 4.7. */
export function levelLines(scores: readonly ShownScore[], { look }: Drawing): readonly string[] {
  const lines = scores.flatMap((score) => {
    const share = shareOf(score, scores)
    return share === undefined ? [] : [{ name: printable(score.metric.name), ...share }]
  })
  if (lines.length === 0) return []
  const widest = Math.max(...lines.map(({ name }) => stringWidth(name)))
  return [
    '',
    look.paint.strong('NEXT LEVEL'),
    ...lines.map(({ name, share, told }) => {
      const bar = look.paint.good(barOf(share, look.unicode))
      return `${name}${' '.repeat(widest - stringWidth(name))}  ${bar}  ${printable(told)}`
    }),
  ]
}

/** Where a level's metric stands between its thresholds; undefined where it has no next one. */
function shareOf({ meta }: ShownScore, scores: readonly ShownScore[]): { share: number; told: string } | undefined {
  if (meta === undefined) return undefined
  const { low, high, base_metric: base } = meta
  const amount = scores.find(({ metric }) => metric.id === base.id)?.value ?? '0'
  if (typeof amount !== 'string') return undefined
  if (high === 'Infinity') return { share: 1, told: `${amount} ${base.name}, the highest level` }
  // A bar is no finer than a letter, so that numbers serve for any amount.
  const from = low === '-Infinity' ? 0 : Number(low)
  const share = (Number(amount) - from) / (Number(high) - from)
  return {
    share: Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0,
    told: `${amount} of ${high} ${base.name}`,
  }
}

function barOf(share: number, unicode: boolean): string {
  const full = Math.round(share * BAR_LETTERS)
  const [on, off] = unicode ? ['█', '░'] : ['#', '-']
  return on.repeat(full) + off.repeat(BAR_LETTERS - full)
}
