import type { Key } from 'ink'
import { expect, test } from 'vitest'
import { keyNames } from './key-names.ts'

const key = (pressed: Partial<Key> = {}): Key => ({ ...noKey, ...pressed })
const noKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
}

test.each<[string, Partial<Key>, readonly string[]]>([
  ['', { upArrow: true }, ['up']],
  ['', { return: true }, ['enter']],
  ['', { tab: true, shift: true }, ['shift+tab']],
  ['c', { ctrl: true }, ['ctrl+c']],
  ['G', { shift: true }, ['G']],
  ['neo\r', {}, ['n', 'e', 'o', 'enter']],
  ['\u0000\u0007', {}, []],
  ['é👩‍👩‍👧', {}, ['é', '👩‍👩‍👧']],
  ['q', { meta: true }, ['esc', 'q']],
  ['[1;5X', { meta: true }, []],
  ['O', { meta: true }, []],
  ['x', { eventType: 'release' }, []],
])('%j with %j is %j', (input, pressed, names) => expect(keyNames(input, key(pressed))).toEqual(names))
