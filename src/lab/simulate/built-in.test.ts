import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { launchDesign } from '../../../test/support/launch-simulation.ts'
import type { Design } from '../../game/design/design.ts'
import { isBroken, loadDesign } from '../../project/load-design.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { collectProblems } from '../terms/names.ts'
import { builtInSimulation } from './built-in.ts'
import { linkSimulation } from './link-simulation.ts'

const templates = join(import.meta.dirname, '../../../templates')

async function designOfTemplate(name: string): Promise<Design> {
  const design = await loadDesign(nodeFileSystem(), join(templates, name, 'design'))
  if (isBroken(design)) throw new Error(`the template ${name} is broken`)
  return design
}

const choicesOf = (design: Design) => builtInSimulation(design).personas['casual']?.choices ?? []

describe('the built-in simulation', () => {
  test('has a thousand players of three personas, over 30 days', () => {
    const { days, groups, personas, expect: expected } = builtInSimulation(launchDesign)
    expect(days).toBe(30)
    expect(groups.reduce((sum, { players }) => sum + players, 0)).toBe(1000)
    expect(groups.map(({ persona }) => persona)).toEqual(['casual', 'regular', 'heavy'])
    expect(Object.entries(personas).map(([id, persona]) => id === persona.id)).toEqual([true, true, true])
    expect(expected).toEqual([])
  })

  test('offers everything equally, with values for the variables that a play must send', () => {
    const play = { kind: 'action', weight: 1, count: 1, scopes: [] }
    expect(choicesOf(launchDesign)).toEqual([
      { ...play, action: 'answer', variables: { votes: { kind: 'between', low: 1, high: 10 } } },
      { ...play, action: 'ask', variables: { text: { kind: 'one_of', values: ['red', 'green', 'blue'] } } },
      { ...play, action: 'like', variables: {} },
      { kind: 'process', weight: 1, process: 'tour' },
      { kind: 'team', weight: 1, team: 'guild' },
    ])
  })

  test.each([
    [20, { kind: 'between', low: 10, high: 30 }],
    [-3, { kind: 'between', low: -4, high: -1 }],
    [0, { kind: 'between', low: 1, high: 10 }],
    ['7', { kind: 'between', low: 3, high: 10 }],
    ['12345678901234567890', { kind: 'fixed', value: '12345678901234567890' }],
  ])('draws numbers around the default %j', (preset, drawn) => {
    const variables = [{ name: 'n', type: 'int', required: true, default: preset }]
    expect(choicesOf(designOf({ actions: [{ id: 'a', name: 'A', variables }] }))).toMatchObject([
      { variables: { n: drawn } },
    ])
  })

  test('sends the default of a text', () => {
    const variables = [{ name: 't', type: 'string', required: true, default: 'hello' }]
    expect(choicesOf(designOf({ actions: [{ id: 'a', name: 'A', variables }] }))).toMatchObject([
      { variables: { t: { kind: 'fixed', value: 'hello' } } },
    ])
  })

  test.each(readdirSync(templates).filter((name) => !name.includes('.')))('fits the template %s', async (name) => {
    const design = await designOfTemplate(name)
    expect(collectProblems((report) => linkSimulation(builtInSimulation(design), design, report))).toEqual([])
    const offers = choicesOf(design).filter(({ kind }) => kind !== 'nothing')
    expect(offers.length > 0).toBe(name !== 'empty')
  })

  test('has players who do nothing in a game that offers nothing', () => {
    expect(choicesOf(designOf({}))).toEqual([{ kind: 'nothing', weight: 1 }])
  })
})
