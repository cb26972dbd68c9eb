import { expect, test } from 'vitest'
import type { Emulator } from '../../../emulator/emulator.ts'
import { emptyDesign } from '../../../game/design/source.ts'
import { designWarner } from './live.ts'

test('images that there are none of are told when they are others than before, and no other time', () => {
  const warnings: string[] = []
  let metrics = [{ id: 'xp', image: 'coim' }]
  let ids = ['coin']
  const emulator = {
    designs: {
      get latest() {
        return { hash: '', source: { ...emptyDesign, metrics } }
      },
    },
    images: { list: () => ids.map((id) => ({ id })) },
  } as unknown as Emulator
  const look = designWarner(emulator, (message) => warnings.push(message))
  look()
  look()
  expect(warnings).toEqual([
    "these components use the built-in image because their own image is missing:\nmetrics/xp image: unknown image 'coim' (did you mean 'coin'?)",
  ])
  ids = ['coim']
  look()
  expect(warnings).toHaveLength(1)
  metrics = [{ id: 'xp', image: 'gold' }]
  look()
  expect(warnings).toHaveLength(2)
})

test('a state that a level rule and a reward set is told once', () => {
  const warnings: string[] = []
  const rules = [{ id: 'ladder', type: 'level', level_metric: 'rank' }]
  const bootstrap = { scores: [{ metric: { id: 'rank', type: 'state' }, value: 'Gold' }] }
  const designs = { latest: { hash: '', source: { ...emptyDesign, rules, bootstrap } } }
  const emulator = { designs, images: { list: () => [] } } as unknown as Emulator
  const look = designWarner(emulator, (message) => warnings.push(message))
  look()
  look()
  expect(warnings).toEqual([
    "the design is valid, but some of it probably does not do what you expect:\nbootstrap scores.0: level rule 'ladder' also sets state metric 'rank' and overwrites this after each play; use another metric",
  ])
})
