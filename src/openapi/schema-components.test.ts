import { expect, test } from 'vitest'
import * as z from 'zod'
import { byName, playerReference } from '../game/kernel/answer-shapes.ts'
import { listOf, nameSchema, wholeNumber } from '../game/kernel/schema.ts'
import { metricSchema } from '../game/metrics/design.ts'
import { processSchema } from '../game/processes/design.ts'
import { conditionSchema } from '../game/rules/requirement.ts'
import { schemaComponents } from './schema-components.ts'

test('writes a shape with a name once, and refers to it', () => {
  const book = schemaComponents()
  expect(book.of(z.strictObject({ actor: playerReference, all: z.array(playerReference) }))).toEqual({
    type: 'object',
    properties: {
      actor: { $ref: '#/components/schemas/PlayerReference' },
      all: { type: 'array', items: { $ref: '#/components/schemas/PlayerReference' } },
    },
    required: ['actor', 'all'],
    additionalProperties: false,
  })
  expect(book.named).toEqual({
    PlayerReference: {
      type: 'object',
      properties: { id: { type: 'string' }, alias: { type: 'string' } },
      required: ['id', 'alias'],
      additionalProperties: false,
    },
  })
})

test('shows what a function of ours checks as what it stands for', () => {
  const { of } = schemaComponents()
  expect(of(byName(playerReference))).toEqual({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/PlayerReference' },
  })
  expect(
    of(
      z.strictObject({
        names: listOf(nameSchema, 3).refine((names) => names.length > 0),
        skip: wholeNumber('skip', 5),
      }),
    ),
  ).toEqual({
    type: 'object',
    properties: {
      names: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 64 } },
      skip: { type: 'integer', minimum: 0, default: 5 },
    },
    required: ['names'],
    additionalProperties: false,
  })
})

test('writes what refers to itself, wherever it was come from', () => {
  const names = (book: ReturnType<typeof schemaComponents>) => Object.keys(book.named).toSorted()
  for (const schema of [
    conditionSchema,
    z.array(conditionSchema),
    z.strictObject({ one: conditionSchema.optional() }),
  ]) {
    const book = schemaComponents()
    book.of(schema)
    expect(names(book)).toEqual(['Condition', 'Requirement'])
    expect(JSON.stringify(book.named['Condition'])).toContain('"items":{"$ref":"#/components/schemas/Requirement"}')
    expect(book.named['Requirement']).toEqual({
      anyOf: [
        { type: 'object', properties: {}, additionalProperties: false },
        { $ref: '#/components/schemas/Condition' },
      ],
    })
  }
  const book = schemaComponents()
  expect(book.of(processSchema)).toEqual({ $ref: '#/components/schemas/ProcessDesign' })
  expect(names(book)).toEqual(['ActivityDesign', 'Condition', 'ProcessDesign', 'Requirement'])
  expect(JSON.stringify(book.named)).not.toMatch(/"\$defs"|"\$ref":"#"/)
})

test('refuses what refers to itself without a name', () => {
  const chain = z.strictObject({
    get next() {
      return chain.optional()
    },
  })
  expect(() => schemaComponents().of(z.array(chain))).toThrow('needs a name')
  expect(() => schemaComponents().of(chain)).toThrow('needs a name')
})

test('gives the same for a design wherever it stands', () => {
  const book = schemaComponents()
  expect(book.of(metricSchema)).toEqual({ $ref: '#/components/schemas/MetricDesign' })
  const { MetricDesign } = structuredClone(book.named)
  book.of(z.array(metricSchema))
  expect(book.named['MetricDesign']).toEqual(MetricDesign)
})
