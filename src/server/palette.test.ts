import { describe, expect, test } from 'vitest'
import { palettes } from './palette.ts'

/** The contrast of two colours, from 1 to 21, as the accessibility guidelines (WCAG 2.2) reckon it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('black on white has the most contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

describe.each(Object.entries(palettes))('in %s', (_name, palette) => {
  const texts = [
    ['text', 'page'],
    ['text', 'card'],
    ['text', 'soft'],
    ['muted', 'page'],
    ['muted', 'card'],
    ['muted', 'soft'],
    ['accent', 'card'],
    ['accent', 'page'],
    ['error', 'card'],
    ['error', 'errorSoft'],
    ['text', 'errorSoft'],
  ] as const
  test.each(texts)('%s on %s can be read', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['edge', 'accent'] as const)('%s shows where a field is', (edge) => {
    expect(contrast(palette[edge], palette.card)).toBeGreaterThanOrEqual(3)
  })
})
