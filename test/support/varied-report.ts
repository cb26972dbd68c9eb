import type { Expectation } from '../../src/lab/simulate/simulation.ts'
import type { ShownFigure, VaryReport } from '../../src/lab/simulate/varied.ts'

/** The expectations of the report: the first one holds up to 20, and the second one from 10 on. */
export const expected: readonly Expectation[] = [
  { reach: 'rank:Gold', persona: 'casual', share: { max: 0.12 } },
  { metric: 'xp', day: 30, of: 'mean', min: 100 },
]

/** The figure of `--show`, which does not exist with 5. */
export const shownFigure: ShownFigure = {
  name: 'reach:rank:Gold.median_days',
  expectation: { reach: 'rank:Gold', median_days: {} },
}

/** Returns a report of one number, or of two. Its figures are plausible, and no play led to them. */
export function variedReport(numbers: 1 | 2 = 1, changes: Partial<VaryReport> = {}): VaryReport {
  const likes = { where: 'actions/like.rules.0.rewards.0.value', values: ['20', '5', '10', '40'] }
  const gold = { where: 'rules/ladder.levels.Silver.threshold', values: ['500', '1000'] }
  const pairs = likes.values.flatMap((like) =>
    numbers === 1 ? [[like]] : gold.values.map((threshold) => [like, threshold]),
  )
  return {
    simulation: 'launch',
    random_seed: 'gamify',
    days: 30,
    players: 200,
    vary: numbers === 1 ? [likes] : [likes, gold],
    expect: expected,
    show: [shownFigure.name],
    points: pairs.map((values) => {
      const [like, threshold] = [Number(values[0]), Number(values[1] ?? 500)]
      const [share, mean] = [(like / 200) * (500 / threshold), like * 10]
      const judged = [
        { seen: share, holds: share <= 0.12 },
        { seen: mean, holds: mean >= 100 },
      ]
      return {
        values,
        holds: judged.every(({ holds }) => holds),
        expect: judged,
        figures: { [shownFigure.name]: like === 5 ? null : 100 / like },
      }
    }),
    ...changes,
  }
}
