import { fault, faultBody, faultTable, invalid, type FaultCode, type FaultFacts } from '../game/kernel/fault.ts'
import type { JsonSchema, Ref, Response } from './parts.ts'

/** The schema of every error. Spec 5.2. */
export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', description: 'The error code, for programs.' },
    error_description: { type: 'string', description: 'A message for people.' },
    data: {
      type: 'object',
      description: 'For a `validation_exception`: each problem and its path.',
      required: ['valid', 'errors'],
      properties: {
        valid: { const: false },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              kind: { type: 'string' },
              id: { type: 'string' },
              path: { type: 'string' },
              message: { type: 'string' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

/** The errors of a document. It contains each example and each set of errors once. */
export interface ErrorComponents {
  /** Returns references to the responses for these errors, by status. */
  answersOf(codes: Iterable<FaultCode>): Readonly<Record<string, Ref>>
  readonly responses: Readonly<Record<string, Response>>
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>
}

/** Returns an empty collection of errors. */
export function errorComponents(): ErrorComponents {
  const responses: Record<string, Response> = {}
  const examples: Record<string, { readonly value: unknown }> = {}

  const refOf = (codes: readonly FaultCode[]): Ref => {
    const name = codes.join('.')
    for (const code of codes) examples[code] ??= { value: exampleOf(code) }
    responses[name] ??= responseOf(codes)
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    answersOf: (codes) => {
      const byStatus = Map.groupBy([...codes].toSorted(), (code) => faultTable[code].status)
      return Object.fromEntries(Array.from(byStatus, ([status, found]) => [String(status), refOf(found)]))
    },
    responses,
    examples,
  }
}

function responseOf(codes: readonly FaultCode[]): Response {
  const error: JsonSchema = { type: 'string', enum: [...codes] }
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }], properties: { error } },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** Returns an example of an error. */
function exampleOf(code: FaultCode): unknown {
  if (code === 'validation_exception')
    return faultBody(invalid([{ path: 'count', message: 'expected whole number, found string' }]))
  return faultBody(fault(code, { ...sampleFacts, ...sampleMessages[code] }))
}

/** The facts of all examples. */
const sampleFacts: FaultFacts = {
  id: 'tour',
  player: 'neo',
  name: 'start',
  access: 'PUBLIC',
  allowed: 'PROTECTED, PRIVATE',
  role: 'guest',
  expected: "'member', 'leader'",
  cycle: 'hourly',
  cycles: 'daily, alltime',
  lane: 'guide',
  lanes: 'guest',
  trigger: 'study',
  version: 'v9',
  size: 'huge',
  sizes: 'original, icon',
  key: '5f0c1d3e-like',
  host: 'example.com',
  origin: 'http://example.com',
  formula: '$scores.xp / 0',
  method: 'PUT',
  allow: 'GET, PATCH',
  count: 3,
  window: '1d',
  limit: 1_048_576,
}

/** The messages of examples whose faults have no fixed message. */
const sampleMessages: Partial<Record<FaultCode, FaultFacts>> = {
  invalid_request: { message: "The 'limit' parameter must be an integer from 0" },
  invalid_json: { message: 'Unexpected end of JSON input' },
  invalid_grant: { message: 'The code is unknown, expired or used' },
  invalid_formula: { message: 'division by zero' },
  access_denied: { message: 'You are not allowed to access this api route' },
  forbidden: { message: 'Players are not allowed to do this' },
  storage_failed: { message: 'no space left on device' },
}
