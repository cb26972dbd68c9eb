import type { Kind } from '../../src/game/design/source.ts'
import type { LintId } from '../../src/lab/lint/lints.ts'

interface Component {
  readonly id: string
  readonly [field: string]: unknown
}

/** Components by kind. */
type Parts = Readonly<Partial<Record<Kind, readonly Component[]>>>

/** A small design that a lint finds something in, and the components that mend it. */
export interface LintExample {
  readonly flawed: Parts
  /** Components that replace those with the same ids, or are added. */
  readonly mended: Parts
}

const xp = { id: 'xp', name: 'XP', type: 'point' }
const coins = { id: 'coins', name: 'Coins', type: 'point' }
const gems = { id: 'gems', name: 'Gems', type: 'point' }
const give = (metric: string, value: string) => ({ metric: { id: metric, type: 'point' }, verb: 'add', value })
const take = (metric: string, value: string) => ({ ...give(metric, value), verb: 'remove' })
const atLeast = (id: string, value: string) => ({ type: 'metric', context: { id, operator: 'ge', value } })
const action = (id: string, rewards: readonly object[], more: object = {}) => ({
  id,
  name: id,
  ...more,
  rules: [{ rewards }],
})
const daily = { rate: [1, 86_400_000, 'FIXED'] }
const top = {
  id: 'top',
  name: 'Top players',
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
}
const ladder = {
  id: 'ladder',
  name: 'Ladder',
  type: 'level',
  base_metric: 'xp',
  level_metric: 'rank',
  levels: [{ rank: 'Silver', threshold: '500' }, { rank: 'Gold' }],
}
const rank = {
  id: 'rank',
  name: 'Rank',
  type: 'state',
  constraints: { states: [{ name: 'Silver' }, { name: 'Gold' }] },
}
const task = (id: string, more: object = {}) => ({ id, name: id, type: 'task', ...more })
const flows = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([src, tgt]) => ({ src, tgt }))
const fork = (type: string) => ({
  id: 'trip',
  name: 'Trip',
  activities: [task('train'), task('bus'), task('dinner')],
  gateways: [
    { id: 'way', name: 'Train or bus?', type: 'exclusive' },
    { id: 'town', name: 'In town', type },
  ],
  sequence_flows: flows(['way', 'train'], ['way', 'bus'], ['train', 'town'], ['bus', 'town'], ['town', 'dinner']),
})

const coinsOfVisits = {
  metrics: [{ ...coins, constraints: { max: '30' } }],
  actions: [action('visit', [give('coins', '5')], daily)],
}
const fare = (price: string) => ({
  id: 'way-home',
  name: 'Way home',
  activities: [task('walk'), task('taxi', { requires: atLeast('coins', price) })],
  gateways: [{ id: 'way', name: 'Walk or taxi?', type: 'exclusive' }],
  sequence_flows: flows(['way', 'walk'], ['way', 'taxi']),
})

/** Examples of each lint. A test runs them. */
export const lintExamples: Readonly<Record<LintId, readonly LintExample[]>> = {
  'never-given': [
    {
      flawed: {
        metrics: [xp, coins],
        actions: [action('visit', [give('xp', '5')], daily)],
        leaderboards: [
          top,
          { ...top, id: 'rich', metric: { id: 'coins', type: 'point' }, requires: atLeast('xp', '5') },
        ],
      },
      mended: { actions: [action('visit', [give('xp', '5'), give('coins', '1')], daily)] },
    },
  ],
  'never-used': [
    {
      flawed: { metrics: [xp], actions: [action('visit', [give('xp', '5')], daily)] },
      mended: { leaderboards: [top] },
    },
  ],
  'never-playable': [
    {
      flawed: {
        metrics: [{ ...xp, constraints: { max: '300' } }],
        actions: [action('visit', [give('xp', '5')], daily), action('retire', [], { requires: atLeast('xp', '500') })],
        leaderboards: [top],
      },
      mended: { actions: [action('retire', [], { requires: atLeast('xp', '300') })] },
    },
  ],
  'level-out-of-reach': [
    {
      flawed: {
        metrics: [{ ...xp, constraints: { max: '300' } }, rank],
        actions: [action('visit', [give('xp', '5')], daily)],
        rules: [ladder],
      },
      mended: { metrics: [xp] },
    },
  ],
  'free-loop': [
    {
      flawed: { metrics: [xp], actions: [action('like', [give('xp', '10')])], leaderboards: [top] },
      mended: { actions: [action('like', [give('xp', '10')], daily)] },
    },
  ],
  pump: [
    {
      flawed: {
        metrics: [coins, gems],
        actions: [
          action('visit', [give('coins', '5')], daily),
          action('buy', [take('coins', '10'), give('gems', '1')], { requires: atLeast('coins', '10') }),
          action('sell', [take('gems', '1'), give('coins', '12')], { requires: atLeast('gems', '1') }),
        ],
      },
      mended: {
        actions: [action('sell', [take('gems', '1'), give('coins', '8')], { requires: atLeast('gems', '1') })],
      },
    },
    {
      flawed: {
        metrics: [coins],
        actions: [
          action('visit', [give('coins', '5')], daily),
          action('bet', [take('coins', '10'), give('coins', '12')], { requires: atLeast('coins', '10') }),
        ],
      },
      mended: {
        actions: [action('bet', [take('coins', '10'), give('coins', '8')], { requires: atLeast('coins', '10') })],
      },
    },
  ],
  'dead-end': [
    { flawed: { processes: [fork('parallel')] }, mended: { processes: [fork('exclusive')] } },
    { flawed: { ...coinsOfVisits, processes: [fare('50')] }, mended: { processes: [fare('20')] } },
  ],
  'never-ends': [
    {
      flawed: {
        processes: [
          {
            id: 'course',
            name: 'Course',
            activities: [task('begin'), task('read'), task('answer')],
            gateways: [{ id: 'again', name: 'Again', type: 'exclusive' }],
            sequence_flows: flows(['begin', 'again'], ['again', 'read'], ['read', 'answer'], ['answer', 'again']),
          },
        ],
      },
      mended: {
        processes: [
          {
            id: 'course',
            name: 'Course',
            activities: [task('begin'), task('read'), task('answer'), task('exam')],
            gateways: [
              { id: 'again', name: 'Again', type: 'exclusive' },
              { id: 'ready', name: 'Ready?', type: 'exclusive' },
            ],
            sequence_flows: flows(
              ['begin', 'again'],
              ['again', 'ready'],
              ['ready', 'read'],
              ['ready', 'exam'],
              ['read', 'answer'],
              ['answer', 'again'],
            ),
          },
        ],
      },
    },
  ],
  waste: [
    {
      flawed: {
        metrics: [{ ...xp, constraints: { max: '300' } }],
        actions: [
          action('visit', [give('xp', '5')], daily),
          action('win', [give('xp', '50')], { ...daily, requires: atLeast('xp', '300') }),
        ],
        leaderboards: [top],
      },
      mended: { actions: [action('win', [give('xp', '50')], { ...daily, requires: atLeast('xp', '100') })] },
    },
  ],
  'rate-without-effect': [
    {
      flawed: {
        metrics: [xp],
        processes: [
          {
            id: 'tour',
            name: 'Tour',
            activities: [task('look', { rate: [3, 86_400_000, 'FIXED'], rewards: [give('xp', '5')] })],
          },
        ],
        leaderboards: [top],
      },
      mended: {
        processes: [
          {
            id: 'tour',
            name: 'Tour',
            activities: [task('look', { loop: '9', rate: [3, 86_400_000, 'FIXED'], rewards: [give('xp', '5')] })],
          },
        ],
      },
    },
  ],
  'still-board': [
    {
      flawed: {
        metrics: [xp, coins],
        actions: [action('visit', [give('coins', '5')], daily)],
        leaderboards: [top, { ...top, id: 'rich', metric: { id: 'coins', type: 'point' } }],
      },
      mended: { actions: [action('visit', [give('coins', '5'), give('xp', '1')], daily)] },
    },
  ],
}

/** Returns the parts of an example after it was mended. */
export function mendedParts({ flawed, mended }: LintExample): Parts {
  const parts: Record<string, readonly Component[]> = { ...flawed }
  for (const [kind, components = []] of Object.entries(mended)) {
    const ids = new Set(components.map(({ id }) => id))
    parts[kind] = [...(parts[kind] ?? []).filter(({ id }) => !ids.has(id)), ...components]
  }
  return parts
}
