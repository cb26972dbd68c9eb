import { expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { combinationsOf, parseVariation, vary, type Variation } from './variation.ts'
import { variedPoint, type ShownFigure } from './varied.ts'

const design = designOf({
  metrics: [point('xp', { min: '0', max: '100' })],
  actions: [action('like', [add('xp', '5')])],
})

function variation(text: string): Variation {
  const parsed = parseVariation(text)
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed
}

/** Returns the numbers of the design with each combination of values, or what is wrong with it. */
function variedBy(...texts: readonly string[]) {
  const variations = texts.map(variation)
  return combinationsOf(variations).map((values) => {
    const varied = vary(design, variations, values)
    return typeof varied === 'string' ? varied : [values.join(), varied.source.metrics, varied.source.actions]
  })
}

const like = 'actions/like.rules.0.rewards.0.value'
const low = 'metrics/xp.constraints.min'
const cap = 'metrics/xp.constraints.max'

test('each combination of values has a design, those of the last number changing fastest', () => {
  expect(variedBy(`${like}=1,2`, `${cap}=70,80`)).toEqual(
    [
      ['1', '70'],
      ['1', '80'],
      ['2', '70'],
      ['2', '80'],
    ].map(([value = '', max = '']) => [
      `${value},${max}`,
      [point('xp', { min: '0', max })],
      [action('like', [add('xp', value)])],
    ]),
  )
})

test('a number that does not exist is reported, and so are values that are not valid', () => {
  expect(variedBy(`${like}=1`, 'actions/lik.rules.0=1')[0]).toContain("(did you mean 'like'?)")
  expect(variedBy(`${like}=1`, `${cap}=70,-1`)[1]).toContain(`with ${like}=1 and ${cap}=-1 the design is not valid`)
})

test('two values that are valid only together are valid', () => {
  expect(variedBy(`${low}=200`, `${cap}=300`)).toEqual([
    ['200,300', [point('xp', { min: '200', max: '300' })], [action('like', [add('xp', '5')])]],
  ])
})

const figure: ShownFigure = { name: 'active.share', expectation: { active: true, day: 3, share: {} } }
const judged = (seen: number | null, holds: boolean) => ({ metric: 'xp', of: 'mean', day: 3, seen, holds }) as const

test('a point has what was seen of the expectations, and the figures by their names', () => {
  const report = { expect: [judged(4, true), judged(null, false), { ...figure.expectation, seen: 0.5, holds: true }] }
  expect(variedPoint(['5'], report, [figure])).toEqual({
    values: ['5'],
    holds: false,
    expect: [
      { seen: 4, holds: true },
      { seen: null, holds: false },
    ],
    figures: { 'active.share': 0.5 },
  })
})

test('a point without expectations neither holds nor fails', () => {
  expect(variedPoint(['5'], { expect: [] }, [])).toEqual({ values: ['5'], holds: null, expect: [], figures: {} })
  expect(variedPoint(['5'], { expect: [judged(4, true)] }, []).holds).toBe(true)
})
