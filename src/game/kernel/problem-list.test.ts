import { expect, test } from 'vitest'
import { moreProblems, problemList } from './problem-list.ts'

test('the first hundred problems are told, and of the others how many there are: their words are never made', () => {
  const list = problemList<{ readonly path: string }>()
  let made = 0
  for (let i = 0; i < 7000; i += 1) list.add({ path: `${i}` }, () => `word ${(made += 1)}`)
  expect(list.reported).toHaveLength(100)
  expect(list.reported[99]).toEqual({ path: '99', message: 'word 100' })
  expect({ more: list.more, made }).toEqual({ more: 6900, made: 100 })
})

test('what the words of all problems look for is bounded: after that no name is found', () => {
  const list = problemList<object>()
  const names = Array.from({ length: 60 }, (_, i) => `metric_with_a_long_name_${'x'.repeat(34)}${10 + i}`)
  const misspelt = names.map((name) => name.replace('metric', 'metrik'))
  let looked = 0
  function* candidates() {
    for (const name of names) {
      looked += 1
      yield name
    }
  }
  for (const name of misspelt) list.add({}, (suggest) => suggest(name, candidates()))
  expect(list.reported[0]?.message).toBe(` (did you mean '${names[0]}'?)`)
  expect(list.reported.at(-1)?.message).toBe('')
  // A hundred thousands of letters against letters, and one more name for each word after that.
  expect(looked).toBeLessThan(5 * (100_000 / (60 * 60)) + names.length)
})

test('what is left is told as one or many', () => {
  expect([1, 2].map(moreProblems)).toEqual(['1 more problem', '2 more problems'])
})
