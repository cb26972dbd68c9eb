import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileDesign } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { isProblem, parseFormula, type Formula } from '../../src/game/kernel/formula-parser.ts'
import { evaluate, isFailure } from '../../src/game/kernel/formula.ts'
import { economyGraph } from '../../src/graph/economy-graph.ts'
import type { Graph } from '../../src/graph/graph.ts'
import { mermaidOf } from '../../src/graph/mermaid.ts'
import { svgOf } from '../../src/graph/svg.ts'
import { randomDesign } from '../support/random-design.ts'
import { randomProcess } from '../support/random-process.ts'

/** Names that share no word with an id, so that no id can hide in them. */
const NAMES: Readonly<Record<string, string>> = {
  xp: 'Experience',
  gold: 'Bars',
  badges: 'Trophies',
  rank: 'Standing',
  total: 'Sum',
  twice: 'Double',
}
const METRICS = new Map(Object.entries(NAMES))

type Json = Readonly<Record<string, unknown>>
type Reward = Json & {
  readonly metric: { readonly id: string; readonly type: string }
  readonly verb: 'add' | 'remove' | 'set'
  readonly value: string | Readonly<Record<string, string>>
  readonly probability?: number
  readonly recurring?: boolean
}
interface Activity {
  readonly id: string
  readonly loop?: string | number
  readonly rewards?: readonly Reward[]
  readonly activities?: readonly Activity[]
}
interface Rules {
  readonly id: string
  readonly type?: string
  readonly metric?: string
  readonly items?: readonly { readonly key: string; readonly value: string }[]
  readonly rules?: readonly { readonly rewards: readonly Reward[] }[]
}

/** A reward of the design, found by nothing but walking it. */
interface Found {
  readonly from: string
  readonly reward: Reward
  /** How often its activity and each sub_process around that is performed. */
  readonly loops?: readonly number[]
}

function* rewardsIn(source: DesignSource): Generator<Found> {
  const { scores = [] } = source.bootstrap as { scores?: readonly Reward[] }
  for (const score of scores) yield { from: 'bootstrap', reward: { ...score, verb: 'set' } }
  const givers = [
    ...(source.actions as readonly Rules[]).map((rules) => ({ from: `actions/${rules.id}`, rules })),
    ...(source.rules as readonly Rules[]).map((rules) => ({ from: `rules/${rules.id}`, rules })),
  ]
  for (const { from, rules } of givers) {
    if (rules.type === 'achievement') {
      const metric = { id: rules.metric ?? '', type: 'set' }
      for (const { key, value } of rules.items ?? [])
        yield { from, reward: { metric, verb: 'add', value: Object.fromEntries([[key, value]]) } }
    } else if (rules.type !== 'level')
      for (const { rewards } of rules.rules ?? []) for (const reward of rewards) yield { from, reward }
  }
  for (const process of source.processes as readonly Activity[])
    yield* rewardsOf(process, `processes/${process.id}`, [])
}

function* rewardsOf({ activities = [] }: Activity, from: string, around: readonly number[]): Generator<Found> {
  for (const activity of activities) {
    const loops = [Number(activity.loop ?? 0) + 1, ...around]
    for (const reward of activity.rewards ?? []) yield { from, reward, loops }
    yield* rewardsOf(activity, from, loops)
  }
}

/** Cuts the amounts off the start of a statement: as many as the reward has. */
function amountsOf(statement: string, { value }: Reward): string[] {
  const [start = ''] = statement.split(/, (?:\d|once|which|each|after|every|never|in each|where|[\d.]+%)| if | for /)
  const count = typeof value === 'string' ? 1 : Object.keys(value).length
  return count <= 1 ? [start] : start.split(', ')
}

/** Values under which two formulas that are the same have the same value. */
const SCOPES = [2, 3.5, -7, 11].map((seed) => ({
  variable: (name: string) => String(seed * 13 + name.length),
  score: (metric: string) => String(seed * (metric.charCodeAt(0) - 90) + metric.length),
}))

const formulaIn = (text: string): Formula => {
  const parsed = parseFormula(text)
  if (isProblem(parsed)) throw new Error(`${text}: ${parsed.message}`)
  return parsed
}

const valuesOf = (formula: Formula): unknown[] =>
  SCOPES.map((scope) => {
    const value = evaluate(formula, scope)
    return isFailure(value) ? 'failure' : value
  })

/** Reads the amount of a statement back as a formula: names become ids again. */
function readBack(words: string): Formula {
  const ids = [...METRICS].reduce(
    (text, [id, name]) => text.replaceAll(`number of different ${name}`, name).replaceAll(name, `$scores.${id}`),
    words.replaceAll('×', '*').replaceAll('modulo', '%'),
  )
  return formulaIn(ids.replaceAll(/(?<![\w.'$])n(?!\w)/g, '$vars.n').replaceAll("'__proto__'", "$vars['__proto__']"))
}

/** What a statement says of a reward, as change of a score: what is removed is the negative. */
function expectSame(statement: string, { metric, verb, value }: Reward): void {
  const amounts = amountsOf(statement, { metric, verb, value })
  if (metric.type === 'state') {
    expect(amounts).toEqual([`sets ${NAMES[metric.id]} to ${String(value as string)}`])
    return
  }
  const items = typeof value === 'string' ? [['', value] as const] : Object.entries(value)
  if (items.length === 0) return expect(amounts).toEqual(['no items'])
  items.forEach(([item, written], i) => {
    const words = amounts[i] ?? ''
    const behind = item === '' ? '' : ` × ${item}`
    const ahead = verb === 'set' ? `sets ${item === '' ? NAMES[metric.id] : item} to ` : ''
    expect(words.startsWith(ahead)).toBe(true)
    if (verb !== 'set') expect(words.endsWith(behind)).toBe(true)
    const amount = verb === 'set' ? words.slice(ahead.length) : words.slice(0, words.length - behind.length)
    const expected = verb === 'remove' ? `-(${written})` : written
    expect(valuesOf(readBack(amount.replace(/^\+/, '')))).toEqual(valuesOf(formulaIn(expected)))
  })
}

/** Whether a statement is that of a reward; several rewards may fit. */
function fits(statement: string, { reward, loops = [] }: Found): boolean {
  try {
    expectSame(statement, reward)
  } catch {
    return false
  }
  const chance = reward.probability ?? 1
  const [own = 1, ...around] = loops
  return (
    statement.includes(`${chance * 100}% of the time`) === chance < 1 &&
    statement.includes(`each of ${own} times`) === (own > 1 && reward.recurring === true) &&
    statement.includes(`after ${own} times`) === (own > 1 && reward.recurring !== true) &&
    (statement.match(/in each of \d+ rounds/g) ?? []).join() ===
      around
        .filter((count) => count > 1)
        .toReversed()
        .map((count) => `in each of ${count} rounds`)
        .join()
  )
}

const givesOf = (graph: Graph) =>
  graph.edges.filter(({ from, kind }) => (kind === 'gives' || kind === 'takes') && from !== 'rules/ladder')

/** Rewards for the activities of a process: many equal ones. */
const gift = fc.record({
  metric: fc.constant({ id: 'gold', type: 'point' }),
  verb: fc.constantFrom('add', 'remove', 'set'),
  value: fc.constantFrom('10', '10', '10', '-5', '2.50'),
  probability: fc.constantFrom(1, 0.25),
  recurring: fc.boolean(),
})

function withRewards(
  activities: readonly Activity[],
  rewards: readonly (readonly object[])[],
  at = { i: 0 },
): unknown[] {
  return activities.map((activity) => ({
    ...activity,
    rewards: rewards[at.i++ % rewards.length],
    ...(activity.activities ? { activities: withRewards(activity.activities, rewards, at) } : {}),
  }))
}

const anyProcess = fc
  .tuple(randomProcess, fc.array(fc.array(gift, { maxLength: 3 }), { minLength: 1, maxLength: 4 }))
  .map(([process, rewards]) => ({
    ...process,
    id: 'tour',
    name: 'Tour',
    activities: withRewards(process.activities as readonly Activity[], rewards),
  }))

const anyDesign = fc
  .tuple(randomDesign, anyProcess)
  .map(([source, process]): DesignSource => {
    const metrics = (source.metrics as readonly Json[]).map((each) => ({ ...each, name: NAMES[String(each['id'])] }))
    const hasGold = metrics.some((each) => (each as Json)['id'] === 'gold')
    return { ...source, metrics, processes: hasGold ? [process] : [] }
  })
  .filter((source) => 'source' in compileDesign(source))

const textOf = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const squeezed = (text: string): string => text.replaceAll(/\s/g, '')

describe('the drawing of an economy', () => {
  test('states every reward of a design as often as the design has it, with its exact amount', () => {
    fc.assert(
      fc.property(anyDesign, (source) => {
        const statements = givesOf(economyGraph(source, 'Game')).flatMap(({ from, to, label = [] }) =>
          [label].flat().map((words) => ({ from, to, words })),
        )
        for (const found of rewardsIn(source)) {
          const to = `metrics/${found.reward.metric.id}`
          const place = statements.findIndex(
            (each) => each.from === found.from && each.to === to && fits(each.words, found),
          )
          expect({ ...found, isStated: place !== -1 }).toMatchObject({ isStated: true })
          statements.splice(place, 1)
        }
        expect(statements).toEqual([])
      }),
    )
  })

  test('names nothing by its id, and leaves no formula as it was written', () => {
    fc.assert(
      fc.property(anyDesign, (source) => {
        const { nodes, edges } = economyGraph(source, 'Game')
        const texts = [...nodes.flatMap(({ facts }) => facts), ...edges.flatMap(({ label = [] }) => label)]
        for (const text of texts) expect(text).not.toMatch(/\$|\b(?:xp|gold|badges|rank|total|twice)\b/)
      }),
    )
  })

  test('carries every statement in its formats, in the text that is seen or in the title where it is cut', () => {
    fc.assert(
      fc.property(anyDesign, (source) => {
        const graph = economyGraph(source, 'Game')
        const stated = graph.edges.flatMap(({ label = [] }) => (label.length === 0 ? [] : [label]))
        const labels = [
          ...svgOf(graph).matchAll(/<g><title>([^<]*)<\/title><rect [^>]*class="paper"\/>\n([^]*?)<\/g>/g),
        ]
        const drawn = labels.map(([, title = '', texts = '']) => {
          const statements = textOf(title).split('\n').slice(1)
          const seen = [...texts.matchAll(/>([^<]*)<\/text>/g)].map(([, text = '']) => textOf(text)).join('')
          if (!seen.includes('…') && !seen.includes(' more')) expect(squeezed(seen)).toBe(squeezed(statements.join('')))
          return statements
        })
        const sorted = (lists: readonly (readonly string[])[]) => lists.map((list) => list.join('\n')).toSorted()
        expect(sorted(drawn)).toEqual(sorted(stated))
        const written = [...mermaidOf(graph).matchAll(/\|"(.*)"\|/g)].map(([, text = '']) =>
          text
            .split('<br/>')
            .map((line) => line.replaceAll(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))),
        )
        expect(sorted(written)).toEqual(sorted(stated))
      }),
      { numRuns: 50 },
    )
  })
})
