import { describe, expect, test } from 'vitest'
import { parseFields, pickFields } from './fields.ts'

const pick = (value: unknown, fields: string): unknown => pickFields(value, parseFields(fields))

const metric = {
  id: 'badges',
  name: 'Badges',
  constraints: { max_items: '5', items: [{ name: 'Rookie', max: '1' }, { name: 'Fan' }] },
}

describe('of a component', () => {
  test.each<[string, unknown]>([
    ['id', { id: 'badges' }],
    ['name,id', { id: 'badges', name: 'Badges' }],
    [' id , name ', { id: 'badges', name: 'Badges' }],
    ['constraints.max_items', { constraints: { max_items: '5' } }],
    ['constraints.items.name', { constraints: { items: [{ name: 'Rookie' }, { name: 'Fan' }] } }],
    ['constraints.items.max', { constraints: { items: [{ max: '1' }, {}] } }],
    ['constraints,constraints.items', { constraints: metric.constraints }],
    ['constraints.items,constraints', { constraints: metric.constraints }],
    ['constraints.items,constraints.items.name', { constraints: { items: metric.constraints.items } }],
    ['nothing', {}],
    ['name.first', {}],
    ['constraints.nothing', { constraints: {} }],
    ['toString,__proto__,constructor', {}],
    ['.id,id.,..', {}],
  ])('%s', (fields, picked) => {
    expect(pick(metric, fields)).toEqual(picked)
  })
})

test('fields keep the order of the component, and those named as what every object has are like others', () => {
  expect(Object.keys(pick(metric, 'name,constraints,id') as object)).toEqual(['id', 'name', 'constraints'])
  const value = JSON.parse('{ "value": { "__proto__": "2", "constructor": "1", "other": "3" } }') as unknown
  expect(Object.entries((pick(value, 'value.__proto__,value.constructor') as { value: object }).value)).toEqual([
    ['__proto__', '2'],
    ['constructor', '1'],
  ])
})

test('what names no field asks for none', () => {
  expect(parseFields('').size).toBe(0)
  expect(parseFields(' , ,').size).toBe(0)
})

test('very many fields cost no more than they are long', () => {
  const fields = parseFields(Array.from({ length: 100_000 }, (_, i) => `f${i}.a.b`).join(','))
  const components = Array.from({ length: 10_000 }, (_, i) => ({ id: `c${i}`, f5: { a: { b: 1, c: 2 } } }))
  expect(components.map((component) => pickFields(component, fields))).toEqual(
    components.map(() => ({ f5: { a: { b: 1 } } })),
  )
})
