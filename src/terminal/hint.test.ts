import { expect, test } from 'vitest'
import { hint } from './hint.ts'

const none = { config: undefined, url: undefined, runtime: undefined }

test('a hint names the project, the address and the runtime that were given', () => {
  expect(hint({ options: none }, 'seed')).toBe("'gamify seed'")
  const options = { config: 'my game/gamify.json', url: 'http://127.0.0.1:5050', runtime: 'production' } as const
  expect(hint({ options }, 'seed')).toBe(
    "'gamify seed --config 'my game/gamify.json' --url http://127.0.0.1:5050 --runtime production'",
  )
})

test('an empty flag is as if it were not given', () => {
  expect(hint({ options: { ...none, config: '', url: '' } }, 'seed')).toBe("'gamify seed'")
})
