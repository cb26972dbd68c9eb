import { expect, test } from 'vitest'
import { action, point } from '../../test/support/design-parts.ts'
import { emptyDesign } from '../game/design/source.ts'
import { missingImages } from './missing-images.ts'

const uploaded = '0123456789abcdef01234567'
const parts = (...images: string[]) => images.map((image) => ({ name: image, image }))
const design = {
  ...emptyDesign,
  metrics: [
    { ...point('xp'), image: 'coim' },
    { id: 'badges', name: 'Badges', type: 'set', image: uploaded, constraints: { items: parts('coin', 'fan') } },
    {
      id: 'rank',
      name: 'Rank',
      type: 'state',
      image: 'default-state',
      constraints: { states: parts('default-item', 'x') },
    },
  ],
  actions: [action('like'), { ...action('hug'), image: 7 }, null],
}

const told = (of: 'all' | 'files') =>
  missingImages(design, new Set(['coin']), of).reported.map(
    ({ id, path, message }) => `${id} ${path.join('.')}: ${message}`,
  )

test('images that are neither built-in nor known are told, those of parts too, with what was meant', () => {
  expect(told('all')).toEqual([
    "xp image: unknown image 'coim' (did you mean 'coin'?)",
    `badges image: unknown image '${uploaded}'`,
    "badges constraints.items.1.image: unknown image 'fan'",
    "rank constraints.states.1.image: unknown image 'x'",
  ])
})

test('where only files are known, what may have been uploaded is not told', () => {
  expect(told('files')).toHaveLength(3)
})
