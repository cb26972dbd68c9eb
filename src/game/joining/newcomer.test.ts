import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idSchema } from '../kernel/schema.ts'
import { newcomerId } from './newcomer.ts'

/** The ids of so many newcomers of one alias, one after the other. */
function idsOf(alias: string, count: number): readonly string[] {
  const taken = new Set<string>()
  for (let i = 0; i < count; i += 1) taken.add(newcomerId(alias, (id) => taken.has(id)))
  return [...taken]
}

describe('the id of a newcomer (4.15)', () => {
  test.each([
    ['Neo', 'Neo'],
    ['The One', 'TheOne'],
    ['agent-47_x', 'agent47x'],
    ['Zoë', 'Zo'],
    ['007', 'player007'],
    ['4 Non Blondes', 'player4NonBlondes'],
    ['Тринити', 'player'],
    ['🜁', 'player'],
    ['__proto__', 'proto'],
  ])('of %s is %s', (alias, id) => {
    expect(newcomerId(alias, () => false)).toBe(id)
  })

  test('has a number where it is taken, and as many characters as an id may have', () => {
    expect(idsOf('neo', 4)).toEqual(['neo', 'neo-2', 'neo-3', 'neo-4'])
    const long = idsOf('n'.repeat(256), 10)
    expect([long[0], long[1], long[9]]).toEqual(['n'.repeat(64), `${'n'.repeat(62)}-2`, `${'n'.repeat(61)}-10`])
  })

  test('is found in few looks, however many are called the same', () => {
    let looks = 0
    const isTaken = (id: string): boolean => {
      looks += 1
      return id === 'player' || Number(id.replace('player-', '')) <= 1_000_001
    }
    expect(newcomerId('★', isTaken)).toBe('player-1000002')
    expect(looks).toBeLessThan(50)
  })

  test('is free and could be any id, whoever is there already', () => {
    const aliases = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 256 }),
      fc.constantFrom('neo', 'neo-2', 'n'.repeat(80)),
    )
    const others = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })
    fc.assert(
      fc.property(fc.array(aliases, { maxLength: 30 }), others, (newcomers, numbers) => {
        const taken = new Set(numbers.flatMap((n) => [`neo-${n}`, `player-${n}`, `${'n'.repeat(62)}-${n}`]))
        for (const alias of newcomers) {
          const id = newcomerId(alias, (each) => taken.has(each))
          expect(taken.has(id)).toBe(false)
          expect(idSchema.safeParse(id).success).toBe(true)
          taken.add(id)
        }
      }),
    )
  })
})
