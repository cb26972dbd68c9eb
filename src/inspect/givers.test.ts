import { expect, test } from 'vitest'
import { emptyDesign, type DesignSource } from '../game/design/source.ts'
import { giversOf } from './givers.ts'

const badge = (item: string, verb = 'add') => ({ metric: { id: 'badges', type: 'set' }, verb, value: { [item]: '1' } })
const task = (id: string, rewards: readonly object[], more: object = {}) => ({ id, name: `Do ${id}`, rewards, ...more })

const design = {
  ...emptyDesign,
  actions: [
    { id: 'like', name: 'Like', rules: [{ rewards: [badge('Fan')], requires: {} }] },
    { id: 'lose', name: 'Lose', rules: [{ rewards: [badge('Fan', 'remove')], requires: {} }] },
  ],
  rules: [
    { id: 'fan', name: 'A fan', type: 'achievement', metric: { id: 'badges' }, items: [{ key: 'Fan', value: '1' }] },
    { id: 'gift', type: 'custom', rules: [{ rewards: [badge('Fan'), badge('__proto__')] }] },
    { id: 'ladder', name: 'Ladder', type: 'level', level_metric: 'rank', levels: [{ rank: 'Gold' }] },
  ],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      activities: [task('walk', []), task('part', [], { activities: [task('see', [badge('Fan')])] })],
    },
  ],
} as unknown as DesignSource

test('an item can be given by actions, rules and activities, and what takes it does not give it', () => {
  expect(giversOf(design, 'badges', 'Fan')).toEqual([
    { kind: 'action', id: 'like', name: 'Like' },
    { kind: 'rule', id: 'fan', name: 'A fan' },
    { kind: 'rule', id: 'gift', name: 'gift' },
    { kind: 'activity', id: 'tour', name: 'Do see' },
  ])
})

test('a level is given by its rule, and nothing else by chance', () => {
  expect(giversOf(design, 'rank', 'Gold')).toEqual([{ kind: 'rule', id: 'ladder', name: 'Ladder' }])
  expect(giversOf(design, 'badges', 'toString')).toEqual([])
  expect(giversOf(design, 'badges', '__proto__').map(({ id }) => id)).toEqual(['gift'])
  expect(giversOf(design, 'other', 'Fan')).toEqual([])
})
