import { expect, test } from 'vitest'
import type { Model } from '../model.ts'
import { designCommands } from './design.ts'

test('a fix is refused on a problem in a file with where to fix that, and on a component', () => {
  const fix = designCommands.find(({ key }) => key === 'f')
  const model = {} as Model
  expect(fix?.disabledReason?.({ problem: {} }, model)).toBe(
    'f fixes an issue of a deployment; fix a problem in its file',
  )
  expect(fix?.disabledReason?.({}, model)).toBe('select an issue first')
})
