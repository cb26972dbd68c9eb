import { expect, test } from 'vitest'
import { emptyDesign } from '../game/design/source.ts'
import { designWarnings } from './design-warnings.ts'

const ladder = (id: string, level_metric: unknown = 'rank') => ({ id, type: 'level', level_metric })
const give = (metric: string) => ({ metric: { id: metric, type: 'state' }, verb: 'set', value: 'Gold' })
const rules = [ladder('ladder'), { id: 'gift', type: 'custom', rules: [{ rewards: [give('rank')] }] }]

test('a state that a level rule and a reward set is a warning at each reward', () => {
  const inner = { id: 'inner', type: 'sub_process', activities: [{ id: 'walk', rewards: [give('rank')] }] }
  const source = {
    ...emptyDesign,
    rules,
    actions: [{ id: 'promote', rules: [{ rewards: [give('mood'), give('rank')] }] }],
    processes: [{ id: 'tour', activities: [inner] }],
    bootstrap: { scores: [give('rank')] },
  }
  const { reported: told } = designWarnings(source)
  expect(told.map(({ kind, id, path }) => `${kind}/${id ?? ''} ${path.join('.')}`)).toEqual([
    'actions/promote rules.0.rewards.1',
    'processes/tour activities.0.activities.0.rewards.0',
    'rules/gift rules.0.rewards.0',
    'bootstrap/ scores.0',
  ])
  expect(new Set(told.map(({ message }) => message))).toEqual(
    new Set([
      "level rule 'ladder' also sets state metric 'rank' and overwrites this after each play; use another metric",
    ]),
  )
})

test('so is one that two level rules set', () => {
  const { reported: told } = designWarnings({ ...emptyDesign, rules: [ladder('one'), ladder('two', { id: 'rank' })] })
  expect(told).toMatchObject([{ kind: 'rules', index: 1, id: 'two', path: ['level_metric'] }])
})

test('one that only a reward sets, or only a level rule, is none', () => {
  const actions = [{ id: 'cheer', rules: [{ rewards: [give('mood')] }] }]
  expect(designWarnings({ ...emptyDesign, actions, rules: [ladder('ladder')] }).reported).toEqual([])
  expect(designWarnings({ ...emptyDesign, actions, rules: [], bootstrap: 5 }).reported).toEqual([])
})
