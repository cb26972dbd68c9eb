import { describe, expect, test } from 'vitest'
import { keysWith } from './keys.ts'

describe('keys', () => {
  test('are names behind a prefix, the same ones for the same name', () => {
    const keyOf = keysWith('p:')
    const names = ['xp', '__proto__', '', 'p:', 'xp']
    expect(names.map(keyOf)).toEqual(['p:xp', 'p:__proto__', 'p:', 'p:p:', 'p:xp'])
  })

  test('of one prefix are not those of another', () => {
    const [points, items] = [keysWith('p:'), keysWith('i:')]
    expect([points('xp'), items('xp'), points('xp')]).toEqual(['p:xp', 'i:xp', 'p:xp'])
  })

  test('stay right when there are more than are remembered', () => {
    const keyOf = keysWith('=')
    const wrong = Array.from({ length: 25_000 }, (_, i) => `n${i % 12_000}`).filter(
      (name) => keyOf(name) !== `=${name}`,
    )
    expect(wrong).toEqual([])
  })
})
