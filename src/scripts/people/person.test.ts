import { describe, expect, test } from 'vitest'
import { aliasSchema, emailSchema, idSchema } from '../../game/kernel/schema.ts'
import { namings } from './names.ts'
import { peopleOf } from './person.ts'

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Han', 'Hangul'] as const

const some = (seed: string, count: number) => Array.from({ length: count }, (_, i) => peopleOf(seed).at(i))

describe('people', () => {
  test('are the same for a seed, whenever they are made, and others for another', () => {
    expect(some('a', 5)).toMatchInlineSnapshot(`
      [
        {
          "alias": "خالد الفارسي",
          "email": "khalid-alfarsi-cc0afx0@example.org",
          "id": "khalid-alfarsi-cc0afx0",
        },
        {
          "alias": "Δάφνη Βασιλείου",
          "email": "dafni-vasileiou-cc0afx1@example.com",
          "id": "dafni-vasileiou-cc0afx1",
        },
        {
          "alias": "Γιώργος Γεωργίου",
          "email": "giorgos-georgiou-cc0afx2@example.org",
          "id": "giorgos-georgiou-cc0afx2",
        },
        {
          "alias": "Raúl Peña",
          "email": "raul-pena-cc0afx3@example.com",
          "id": "raul-pena-cc0afx3",
        },
        {
          "alias": "Harry Harris",
          "email": "harry-harris-cc0afx4@example.org",
          "id": "harry-harris-cc0afx4",
        },
      ]
    `)
    expect(some('a', 1000).slice(0, 5)).toEqual(some('a', 5))
    const ids = new Set(some('a', 1000).map(({ id }) => id))
    expect(some('b', 1000).filter(({ id }) => ids.has(id))).toEqual([])
  })

  test('have ids of their own, and nothing that the service would refuse', () => {
    const people = [...some('a', 20_000), peopleOf('a').at(9_999_999)]
    expect(new Set(people.map(({ id }) => id)).size).toBe(people.length)
    for (const { id, alias, email } of people) {
      expect([id, idSchema.safeParse(id).success]).toEqual([id, true])
      expect([alias, aliasSchema.safeParse(alias).success]).toEqual([alias, true])
      expect([email, emailSchema.safeParse(email).success]).toEqual([email, true])
    }
  })

  test('of some thousand seeds are all others', () => {
    const tags = Array.from({ length: 3000 }, (_, i) => some(`s${i}`, 1).map(({ id }) => id.slice(id.lastIndexOf('-'))))
    expect(new Set(tags.flat()).size).toBe(3000)
  })

  test('write their names in many scripts', () => {
    const aliases = some('a', 1000).map(({ alias }) => alias)
    const counts = scripts.map((script) =>
      aliases.filter((alias) => new RegExp(`\\p{Script=${script}}`, 'u').test(alias)),
    )
    for (const [i, found] of counts.entries()) expect([scripts[i], found.length > 20]).toEqual([scripts[i], true])
    expect(new Set(aliases).size).toBeGreaterThan(800)
  })

  test('are found by their ids, and nobody else is', () => {
    const people = peopleOf('a')
    for (const index of [0, 1, 35, 36, 999_999]) expect(people.indexOf(people.at(index).id)).toBe(index)
    const { id } = people.at(7)
    for (const other of ['neo', '', '-', `x${id}`, `${id}-`, `${id}.`, id.replace(/.$/, ''), peopleOf('b').at(7).id])
      expect([other, people.indexOf(other)]).toEqual([other, undefined])
  })
})

test('the parts of names are each there once, and can be parts of ids', () => {
  for (const { given, family } of namings)
    for (const list of [given, family]) {
      expect(new Set(list.map(({ written }) => written)).size).toBe(list.length)
      for (const { written, plain } of list)
        expect([written, plain]).toEqual([written, expect.stringMatching(/^[a-z][a-z-]*$/)])
    }
})
