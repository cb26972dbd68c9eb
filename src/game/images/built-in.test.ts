import { describe, expect, test } from 'vitest'
import { color } from './art/color.ts'
import { drawBuiltIn } from './built-in.ts'
import { builtInIds, isBuiltInId } from './shown-image.ts'

const players = Array.from({ length: 500 }, (_, index) => `player-${index}`)

describe.each(builtInIds)('%s', (id) => {
  test('has a look of its own for everything it stands for', () => {
    expect(new Set(players.map((name) => drawBuiltIn(id, name))).size).toBe(players.length)
  })

  test('is always drawn the same', () => {
    expect(drawBuiltIn(id, 'neo')).toBe(drawBuiltIn(id, 'neo'))
  })

  test('is drawn with whole numbers and known words, whatever the name', () => {
    for (const name of ['', '<script>', '"&\'', '🦄', 'n'.repeat(64)]) {
      const svg = drawBuiltIn(id, name)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|script|🦄|null/)
      expect(svg.match(/#[0-9a-z]+(?=")/g)?.every((found) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(found))).toBe(true)
    }
  })
})

test('a built-in id is told from others', () => {
  expect(['default-player', 'default-', '', 'toString'].map(isBuiltInId)).toEqual([true, false, false, false])
})

test('colours are those that are known from elsewhere', () => {
  // White, black, and the red, green and blue of sRGB as Oklch has them.
  expect([color(1, 0, 0), color(0, 0, 0)]).toEqual(['#ffffff', '#000000'])
  expect(color(0.62796, 0.25768, 29.234)).toBe('#ff0000')
  expect(color(0.86644, 0.29483, 142.495)).toBe('#00ff00')
  expect(color(0.45201, 0.31321, 264.052)).toBe('#0000ff')
})
