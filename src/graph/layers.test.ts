import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layersOf } from './layers.ts'

/** Links as `0>1`, weak ones as `0~1`. */
const links = (text: string) =>
  text.split(' ').map((link) => {
    const [from = '', to = ''] = link.split(/[>~]/)
    return { from: Number(from), to: Number(to), isWeak: link.includes('~') }
  })

describe('layers', () => {
  test.each([
    ['0>1 1>2', [0, 1, 2], []],
    ['0>1 0>2 1>2', [0, 1, 2], []],
    ['0>2 1>2 2>3', [0, 0, 1, 2], []],
    ['0>1 1>2 3>2', [0, 1, 2, 1], []],
    ['2>1 0>1 1>2', [0, 1, 2], [0]],
    ['0>1 1~0', [0, 1], [1]],
    ['1~0 0>1', [0, 1], [0]],
    ['0~1 1>2', [0, 1, 2], []],
    ['0~1 1~0', [0, 1], [1]],
  ])('of %s are %j, and back lead %j', (text, of, back) => {
    const found = layersOf(of.length, links(text))
    expect(found.of).toEqual(of)
    expect(found.back.flatMap((isBack, i) => (isBack ? [i] : []))).toEqual(back)
  })

  test('put every node behind what leads to it, whatever there is', () => {
    const count = 12
    const link = fc
      .record({ from: fc.nat(count - 1), to: fc.nat(count - 1), isWeak: fc.boolean() })
      .filter(({ from, to }) => from !== to)
    fc.assert(
      fc.property(fc.array(link, { maxLength: 40 }), (all) => {
        const { of, back } = layersOf(count, all)
        expect(Math.min(...of)).toBe(0)
        all.forEach(({ from, to }, i) => {
          const [early, late] = back[i] ? [to, from] : [from, to]
          expect(of[early]).toBeLessThan(of[late] ?? 0)
        })
      }),
    )
  })

  test('turn no link that is not weak where those alone go round in no circle', () => {
    const count = 8
    const onward = fc
      .record({ from: fc.nat(count - 1), to: fc.nat(count - 1) })
      .filter(({ from, to }) => from < to)
      .map((link) => ({ ...link, isWeak: false }))
    const weak = fc
      .record({ from: fc.nat(count - 1), to: fc.nat(count - 1) })
      .filter(({ from, to }) => from !== to)
      .map((link) => ({ ...link, isWeak: true }))
    fc.assert(
      fc.property(fc.array(fc.oneof(onward, weak), { maxLength: 30 }), (all) => {
        const { back } = layersOf(count, all)
        expect(all.filter(({ isWeak }, i) => !isWeak && back[i])).toEqual([])
      }),
    )
  })
})
