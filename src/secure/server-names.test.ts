import { expect, test } from 'vitest'
import { hostName, serverNames } from './server-names.ts'

const loopback = ['localhost', '127.0.0.1', '::1']

test.each([
  [[], []],
  [['127.0.0.1', 'localhost', '::1', '[::1]'], []],
  [['0.0.0.0', '::', '[::]'], []],
  [
    ['192.168.1.5', '[FE80::1%eth0]'],
    ['192.168.1.5', 'fe80::1'],
  ],
  [
    ['Emulator', 'box.test.', 'bücher.test'],
    ['emulator', 'box.test', 'xn--bcher-kva.test'],
  ],
  [['box.test', 'box.test'], ['box.test']],
  [['no name', '', 'box:80'], []],
])('%j adds %j to the loopback names', (given, added) => {
  expect(serverNames(given)).toEqual([...loopback, ...added])
})

test.each([
  ['Box.test.', 'box.test'],
  ['my_box-1', 'my_box-1'],
  ['bücher.test', 'xn--bcher-kva.test'],
  ['10.0.0.7', '10.0.0.7'],
  ['fe80::1', 'fe80::1'],
  ['[FE80::1%eth0]', 'fe80::1'],
])('a machine %s is called %s', (name, called) => {
  expect(hostName(name)).toBe(called)
})

test.each(['', '.', ' ', 'a b', '*', '*.test', 'box:8080', 'http://box', 'box/x', 'box?x', 'a..b', 'a@b', '%41'])(
  'no machine is called %j',
  (name) => {
    expect(hostName(name)).toBe('')
  },
)
