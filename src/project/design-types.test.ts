import { expect, test } from 'vitest'
import { compile } from '../../test/support/compile.ts'
import {
  designOf,
  hugeDesign,
  nastyDesign,
  nastyTexts,
  templateDesign,
  templates,
} from '../../test/support/declared-designs.ts'
import { designTypes } from './design-types.ts'

const game = { title: 'Harbour */', dialect: 'documented' } as const

const text = designTypes(
  designOf({
    metrics: [
      { id: 'xp', name: 'XP', type: 'point' },
      {
        id: 'badges',
        name: 'Badges',
        type: 'set',
        constraints: { items: [{ name: 'Two words' }, { name: 'Rookie', description: 'First like' }] },
      },
    ],
    actions: [
      {
        id: 'like',
        name: 'Like',
        description: 'A thumb up\nor two',
        variables: [
          { name: 'to', type: 'string', required: true },
          { name: 'stars', type: 'int', default: 1 },
        ],
      },
      { id: 'hug-all', name: 'Hug all' },
    ],
    processes: [
      {
        id: 'tour',
        name: 'Tour',
        lanes: [{ name: 'guest' }],
        activities: [
          {
            id: 'cross',
            name: 'Cross',
            type: 'sub_process',
            lane: 'guest',
            activities: [{ id: 'row', name: 'Row', description: 'Hard work', type: 'task', lane: 'guest' }],
          },
        ],
      },
    ],
    teams: [
      {
        id: 'crew',
        name: 'Crew',
        permissions: [
          ['sailor', {}],
          ['captain', {}],
        ],
      },
    ],
    rules: [{ id: 'gift', name: 'Gift', type: 'custom', variables: [{ name: 'size', type: 'int' }], rules: [] }],
    leaderboards: [
      {
        id: 'top',
        name: 'Top',
        type: 'regular',
        entity_type: 'players',
        scope: { type: 'custom' },
        metric: { id: 'xp', type: 'point' },
        cycles: ['weekly', 'alltime'],
      },
    ],
  }),
  { title: 'Harbour', dialect: 'recorded' },
)

test('it declares each part of a design with its words, in order of the names', () => {
  expect(text).toMatchInlineSnapshot()
})

test('the same design gives the same text, whatever the order of its files', () => {
  const parts = {
    metrics: ['b', 'a', 'C'].map((id) => ({ id, name: id, type: 'point' })),
    actions: [{ id: 'a', name: 'A', variables: ['y', 'x'].map((name) => ({ name, type: 'int' })) }],
  }
  const turned = {
    metrics: parts.metrics.toReversed(),
    actions: [{ id: 'a', name: 'A', variables: ['x', 'y'].map((name) => ({ name, type: 'int' })) }],
  }
  expect(designTypes(designOf(turned), game)).toBe(designTypes(designOf(parts), game))
})

test('no text of a design ends a comment, becomes a tag, or hides what follows it', () => {
  const metrics = nastyTexts.map((text, i) => ({ id: `m${i}`, name: text, description: text, type: 'point' }))
  const declared = designTypes(designOf({ metrics }), game)
  const comments = declared.match(/\/\*[^]*?\*\//g) ?? []
  const code = comments.reduce((rest, comment) => rest.replace(comment, ''), declared)
  expect(code).not.toMatch(/here|deprecated|lines|\*\//)
  for (const comment of comments) expect(comment).not.toMatch(/(^|[\s{])@/)
  expect(declared).not.toMatch(/[\u202a-\u202e\u2028\u2029]|\p{Cc}(?<!\n)/u)
  expect(comments.length).toBeGreaterThan(nastyTexts.length)
})

const strictest = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  lib: ['es5'],
}

test.each([
  ['strict', { lib: ['es5'] }],
  ['strict and exact', strictest],
])(
  'what it declares of every template, and of the worst designs, compiles: %s',
  { timeout: 120_000 },
  async (_, options) => {
    const designs = await Promise.all(templates.map(templateDesign))
    const files = [...designs, nastyDesign(), hugeDesign(), designOf({})].map((design, i) => [
      `game-${i}.ts`,
      designTypes(design, game),
    ])
    expect(await compile(Object.fromEntries(files), options)).toBe('')
  },
)

test('what it declares is what the design has', { timeout: 120_000 }, async () => {
  const use = `
    import type { ActionId, Game, MetricId } from './game.ts'
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
    export const all: readonly true[] = [
      true satisfies Same<MetricId, 'badges' | 'xp'>,
      true satisfies Same<ActionId, 'hug-all' | 'like'>,
      true satisfies Same<Game['dialect'], 'recorded'>,
      true satisfies Same<keyof Game['metrics']['badges']['items'], 'Rookie' | 'Two words'>,
      true satisfies Same<keyof Game['processes']['tour']['triggers'], 'cross/row:row'>,
      true satisfies Same<keyof Game['processes']['tour']['lanes'], 'guest'>,
      true satisfies Same<keyof Game['teams']['crew']['roles'], 'captain' | 'sailor'>,
      true satisfies Same<Game['leaderboards']['top']['cycles'], 'alltime' | 'weekly'>,
      true satisfies Same<Game['leaderboards']['top']['scope'], 'custom'>,
    ]
    export const right: Game['actions']['like']['variables'] = { to: 'neo', stars: undefined }
    // @ts-expect-error
    export const missing: Game['actions']['like']['variables'] = { stars: 1 }
    // @ts-expect-error
    export const none: Game['actions']['hug-all']['variables'] = { stars: 1 }
  `
  const files = { 'game.ts': text, 'use.ts': use }
  expect(await compile(files, { ...strictest, allowImportingTsExtensions: true })).toBe('')
})
