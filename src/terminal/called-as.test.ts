import { expect, test } from 'vitest'
import { calledAs } from './called-as.ts'

test.each([
  ['/usr/bin/gamify', '/games/neo', 'gamify'],
  ['/games/neo/checkout/bin/gamify.js', '/games/neo/checkout', 'node bin/gamify.js'],
  ['/games/neo/checkout/bin/gamify.js', '/games/neo/demo', 'node ../checkout/bin/gamify.js'],
  ['/games/neo/gamify-linux-x64', '/games/neo', './gamify-linux-x64'],
  ['/games/neo/gamify-linux-x64', '/games/neo/demo', '../gamify-linux-x64'],
  ['./gamify', process.cwd(), './gamify'],
  ['/games/neo/my games/bin/gamify.js', '/games/neo', "node 'my games/bin/gamify.js'"],
])('the program %s is called from %s as %s', (program, directory, called) => {
  expect(calledAs({ program }, directory)).toBe(called)
})
