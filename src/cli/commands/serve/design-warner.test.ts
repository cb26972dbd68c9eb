import { expect, test } from 'vitest'
import type { Emulator } from '../../../emulator/emulator.ts'
import { emptyDesign } from '../../../game/design/source.ts'
import { imageWarner } from './missing-images.ts'

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
  const look = imageWarner(emulator, (message) => warnings.push(message))
  look()
  look()
  expect(warnings).toEqual([
    "these use the built-in image because theirs is missing:\nmetrics/xp image: unknown image 'coim' (did you mean 'coin'?)",
  ])
  ids = ['coim']
  look()
  expect(warnings).toHaveLength(1)
  metrics = [{ id: 'xp', image: 'gold' }]
  look()
  expect(warnings).toHaveLength(2)
})
