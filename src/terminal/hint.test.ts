import { expect, test } from 'vitest'
import { invocationFrom, hint } from './hint.ts'

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

test.each([
  ['/usr/bin/gamify', '/games/neo', 'gamify'],
  ['/games/neo/checkout/bin/gamify.js', '/games/neo/checkout', 'node bin/gamify.js'],
  ['/games/neo/checkout/bin/gamify.js', '/games/neo/demo', 'node ../checkout/bin/gamify.js'],
  ['/games/neo/gamify-linux-x64', '/games/neo', './gamify-linux-x64'],
  ['/games/neo/gamify-linux-x64', '/games/neo/demo', '../gamify-linux-x64'],
  ['./gamify', process.cwd(), './gamify'],
  ['/games/neo/my games/bin/gamify.js', '/games/neo', "node 'my games/bin/gamify.js'"],
])('the program %s is called from %s as %s', (program, directory, called) => {
  expect(invocationFrom({ program }, directory)).toBe(called)
})
