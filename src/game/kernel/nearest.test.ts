import { describe, expect, test } from 'vitest'
import { nearest, suggestion } from './nearest.ts'

const metrics = ['xp', 'coins', 'badges', 'rank', 'reputation']

describe('the nearest name', () => {
  test.each([
    ['coin', 'coins'],
    ['coinss', 'coins'],
    ['coims', 'coins'],
    ['conis', 'coins'],
    ['COINS', 'coins'],
    ['x', 'xp'],
    ['px', 'xp'],
    ['reptuation', 'reputation'],
    ['repu_tations', 'reputation'],
  ])('to %s is %s', (word, meant) => {
    expect(nearest(word, metrics)).toBe(meant)
  })

  test.each([
    ['rep', 'reputation'],
    ['Bad', 'badges'],
  ])('to %s is %s, which alone begins with it', (word, meant) => {
    expect(nearest(word, metrics)).toBe(meant)
  })

  test.each([
    ['re', ['reputation']],
    ['play', ['playground', 'playhouse']],
  ])('to %s is none of %j: it is too short, or begins several', (word, candidates) => {
    expect(nearest(word, candidates)).toBeUndefined()
  })

  test.each(['', 'likes', 'coyote', 'rooks', 'repute', '__proto__'])('to %j is none: too much is different', (word) => {
    expect(nearest(word, metrics)).toBeUndefined()
  })

  test('is the nearer of two, and the first of two that are as near', () => {
    expect(nearest('banks', ['ranks', 'bank'])).toBe('ranks')
    expect(nearest('planets', ['planes', 'planet'])).toBe('planes')
    expect(nearest('planet', ['planes', 'planet'])).toBe('planet')
  })

  test('is not looked for when the word is no slip of the pen', () => {
    const long = 'a'.repeat(10_000)
    expect(nearest(long, [long])).toBeUndefined()
  })
})

test('a suggestion is a question, or nothing', () => {
  expect(suggestion('coin', metrics)).toBe(" (did you mean 'coins'?)")
  expect(suggestion('likes', metrics)).toBe('')
})
