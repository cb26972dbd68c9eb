import { expect, test } from 'vitest'
import { nextTurn } from './time-slice.ts'

test('those who wait have their turns one after the other, and the event loop has its own between them', async () => {
  const order: string[] = []
  const long = async (name: string): Promise<void> => {
    for (let i = 0; i < 2; i += 1) {
      await nextTurn()
      order.push(name)
    }
  }
  const loop = async (): Promise<void> => {
    while (order.filter((name) => name !== 'loop').length < 6) {
      order.push('loop')
      await new Promise(setImmediate)
    }
  }
  await Promise.all([long('a'), long('b'), long('c'), loop()])
  expect(order.filter((name) => name !== 'loop')).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  expect(order.join(' ')).not.toMatch(/[abc] [abc]/)
})

test('who comes when nobody waits any more has a turn too', async () => {
  await nextTurn()
  let hasCome = false
  const turn = nextTurn().then(() => (hasCome = true))
  await Promise.resolve()
  expect(hasCome).toBe(false)
  await turn
})
