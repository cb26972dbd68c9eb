import { expect, test } from 'vitest'
import { typeText } from '../../scripts/types/type-text.ts'

const text = { type: 'string' } as const

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ const: -1 }, '-1'],
  [{ type: 'array', items: text }, 'readonly string[]'],
  [{ type: 'array', items: { anyOf: [text, { type: 'number' }] } }, 'readonly (string | number)[]'],
  [{ type: 'array', items: { type: 'array', items: text } }, 'readonly (readonly string[])[]'],
  [{ type: 'array', prefixItems: [text, { type: 'number' }], items: false }, 'readonly [string, number]'],
  [{ type: 'array', prefixItems: [text], items: { type: 'number' } }, 'readonly [string, ...number[]]'],
  [
    { type: 'object', properties: { a: { ...text, description: 'A text.' }, 'b-c': text }, required: ['a'] },
    '{ /** A text. */ readonly a: string; readonly "b-c"?: string }',
  ],
  [{ type: 'object', additionalProperties: text }, '{ readonly [name: string]: string }'],
  [{ type: 'object', properties: {}, additionalProperties: false }, '{ readonly [name: string]: never }'],
  [{ allOf: [{ $ref: '#/components/schemas/A' }, { oneOf: [text, { type: 'null' }] }] }, '$A & (string | null)'],
  [{}, 'unknown'],
] as const)('%j is %s', (schema, type) => {
  expect(typeText(schema as never)).toBe(type)
})
