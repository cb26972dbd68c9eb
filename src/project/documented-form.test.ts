import { describe, expect, test } from 'vitest'
import { bootstrapSchema } from '../game/design/bootstrap.ts'
import { kindSchemas } from '../game/design/kind-table.ts'
import { problemsOf } from '../game/kernel/schema-problems.ts'
import { parseScriptFile, scriptFileSchema } from '../scripts/script-file.ts'
import { seedFileSchema } from '../scripts/seed-file.ts'
import { configSchema } from './config.ts'
import { formOf } from './documented-form.ts'

const { metrics, actions, processes, rules, leaderboards } = kindSchemas
const xp = { id: 'xp', type: 'point' }
const over = (value: unknown) => ({ type: 'metric', context: { ...xp, operator: 'gt', value } })
const branch = (value: unknown) => ({ type: 'and', expression: [{}, { type: 'or', expression: [over(value)] }] })

describe('a file in its own words', () => {
  test('has an item of any name in the form of the documents', () => {
    const reward = (count: string) => ({
      rules: [{ rewards: [{ value: JSON.parse(`{"__proto__":${count}}`) as unknown }] }],
    })
    expect(JSON.stringify(formOf(actions)(reward('1')))).toBe(JSON.stringify(reward('"1"')))
  })

  test.each([
    [
      'limits',
      metrics,
      { type: 'point', constraints: { min: -5, max: 'Infinity', default: 0.1 } },
      { type: 'point', constraints: { min: '-5', max: 'Infinity', default: '0.1' } },
    ],
    [
      'the limit of an item',
      metrics,
      { type: 'set', constraints: { items: [{ max: 3 }], max_items: 2 } },
      { type: 'set', constraints: { items: [{ max: '3' }], max_items: '2' } },
    ],
    [
      'a formula',
      metrics,
      { type: 'compound', constraints: { formula: 5 } },
      { type: 'compound', constraints: { formula: '5' } },
    ],
    [
      'thresholds',
      rules,
      { type: 'level', levels: [{ rank: 'A', threshold: 25 }] },
      { type: 'level', levels: [{ rank: 'A', threshold: '25' }] },
    ],
    [
      'the items of an achievement',
      rules,
      { type: 'achievement', items: [{ key: 'A', value: 1 }] },
      { type: 'achievement', items: [{ key: 'A', value: '1' }] },
    ],
    [
      'rewards of a custom rule',
      rules,
      { type: 'custom', rules: [{ rewards: [{ metric: xp, value: 5 }] }] },
      { type: 'custom', rules: [{ rewards: [{ metric: xp, value: '5' }] }] },
    ],
    [
      'rewards',
      actions,
      { rules: [{ rewards: [{ value: { A: 1, B: '$vars.n' } }] }] },
      { rules: [{ rewards: [{ value: { A: '1', B: '$vars.n' } }] }] },
    ],
    ['requirements', actions, { requires: branch(0.5) }, { requires: branch('0.5') }],
    [
      'sides of a comparison',
      actions,
      { requires: { type: 'var', context: { lhs: 5, rhs: '$scores.xp' } } },
      { requires: { type: 'var', context: { lhs: '5', rhs: '$scores.xp' } } },
    ],
    ['the window of a rate', actions, { rate: [3, '1d12h', 'ROLLING'] }, { rate: [3, 129_600_000, 'ROLLING'] }],
    [
      'activities within activities',
      processes,
      {
        activities: [
          { type: 'sub_process', activities: [{ type: 'task', rate: [1, 'P1M', 'FIXED'], rewards: [{ value: 1 }] }] },
        ],
      },
      {
        activities: [
          {
            type: 'sub_process',
            activities: [{ type: 'task', rate: [1, 2_592_000_000, 'FIXED'], rewards: [{ value: '1' }] }],
          },
        ],
      },
    ],
    ['first scores', bootstrapSchema, { scores: [{ metric: xp, value: 7 }] }, { scores: [{ metric: xp, value: '7' }] }],
    ['what a board requires', leaderboards, { requires: over(-1.5) }, { requires: over('-1.5') }],
    [
      'scores of seeds',
      seedFileSchema,
      { players: ['neo', { id: 'ana', scores: { xp: 30, badges: { A: 1 } } }] },
      { players: ['neo', { id: 'ana', scores: { xp: '30', badges: { A: '1' } } }] },
    ],
    [
      'expected scores',
      scriptFileSchema,
      {
        steps: [
          { as: 'neo', action: 'like', count: 3 },
          { expect: { player: 'neo', scores: { xp: 30, rank: 'A', badges: { A: 1 } } } },
        ],
      },
      {
        steps: [
          { as: 'neo', action: 'like', count: 3 },
          { expect: { player: 'neo', scores: { xp: '30', rank: 'A', badges: { A: '1' } } } },
        ],
      },
    ],
    ['the life of tokens', configSchema, { clients: [{ token_ttl: '1h' }] }, { clients: [{ token_ttl: 3600 }] }],
  ] as const)('has %s in the form of the documents', (_, schema, written, read) => {
    expect(formOf(schema)(written)).toEqual(read)
    expect(formOf(schema)(read)).toBe(read)
  })

  test.each([
    ['what a route accepts too', actions, { requires: over(5), variables: [{ name: 'n', default: 3 }] }],
    ['what is no amount', actions, { id: 5, name: 7, description: 1, probability: '0.5' }],
    ['what is of another shape', actions, { rules: 5, requires: [over(0.5)], rate: {} }],
    ['what is nothing known', actions, null],
  ])('leaves %s', (_, schema, written) => {
    expect(formOf(schema)(written)).toBe(written)
  })

  const inexact =
    'gamify cannot read this number exactly; write it in quotes, with all its digits and without an exponent'
  test.each([
    ['an amount of 2^64', kindSchemas.metrics, { ...xp, name: 'XP', constraints: { max: 2 ** 64 } }, inexact],
    ['1e300', kindSchemas.metrics, { ...xp, name: 'XP', constraints: { max: 1e300 } }, inexact],
    ['1e400', kindSchemas.metrics, { ...xp, name: 'XP', constraints: { max: Infinity } }, inexact],
    ['1e-7', kindSchemas.metrics, { ...xp, name: 'XP', constraints: { default: 1e-7 } }, inexact],
    ['a third', kindSchemas.metrics, { ...xp, name: 'XP', constraints: { default: 1 / 3 } }, inexact],
    ['a comparand of 2^64', actions, { id: 'a', name: 'A', requires: over(2 ** 64) }, inexact],
    [
      'a default of 2^64',
      actions,
      { id: 'a', name: 'A', variables: [{ name: 'n', type: 'int', default: 2 ** 64 }] },
      inexact,
    ],
    [
      'an item of 2^64',
      actions,
      {
        id: 'a',
        name: 'A',
        rules: [{ rewards: [{ metric: { id: 'b', type: 'set' }, verb: 'add', value: { A: 2 ** 64 } }] }],
      },
      inexact,
    ],
    [
      'a text that is not a duration',
      actions,
      { id: 'a', name: 'A', rate: [1, '1dd', 'FIXED'] },
      `'1dd' is not a valid duration; expected milliseconds as a number, or a duration such as "1d"`,
    ],
    ['a score of 2^64', seedFileSchema, { players: [{ id: 'ana', scores: { xp: 2 ** 64 } }] }, inexact],
    ['an item of 1e-7', seedFileSchema, { players: [{ id: 'ana', scores: { badges: { A: 1e-7 } } }] }, inexact],
    [
      'a life of 1hh',
      configSchema,
      { clients: [{ client_id: 'a', client_secret: 'b', runtime: 'staging', type: 'client', token_ttl: '1hh' }] },
      `'1hh' is not a valid duration; expected seconds as a number, or a duration such as "1d"`,
    ],
  ])('has exactly one problem with %s', (_, schema, written, message) => {
    const parsed = schema.safeParse(formOf(schema)(written), { reportInput: true })
    expect(parsed.error && problemsOf(parsed.error).map((problem) => problem.message)).toEqual([message])
  })

  test('has a problem with a score of 1e-7 that a script expects', () => {
    const written = { steps: [{ expect: { player: 'ana', scores: { xp: 1e-7 } } }] }
    expect(parseScriptFile(formOf(scriptFileSchema)(written))).toEqual({
      problems: [{ path: ['steps', 0, 'expect', 'scores', 'xp'], message: inexact }],
    })
  })
})
