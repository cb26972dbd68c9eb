import { describe, expect, test } from 'vitest'
import { point } from '../../../test/support/design-parts.ts'
import { isFault } from '../kernel/fault.ts'
import { componentOperations } from './components.ts'
import { parseFields } from './fields.ts'
import { emptyDesign, type DesignSource } from './source.ts'

const { list, create, update, remove } = componentOperations('metrics')
const version = 'latest'
const sourceOf = (...metrics: readonly object[]): DesignSource => ({ ...emptyDesign, metrics })

describe('components', () => {
  test('are listed in order of id, however the design was written', () => {
    const source = sourceOf(point('b'), point('B'), point('a-1'), point('a'))
    expect(list.view(source, { version, fields: parseFields('id') })).toEqual(
      ['B', 'a', 'a-1', 'b'].map((id) => ({ id })),
    )
  })

  test('that are created are kept in order of id, so that equal designs have equal texts', () => {
    const ids = ['b', 'B', 'a-1', 'a']
    const texts = [ids, ids.toReversed()].map((order) => {
      let source = sourceOf()
      for (const id of order) {
        const edited = create.edit(source, { version, component: point(id) })
        if (isFault(edited)) throw new Error(edited.fault)
        source = edited.content
      }
      return JSON.stringify(source)
    })
    expect(texts[0]).toBe(JSON.stringify(sourceOf(...['B', 'a', 'a-1', 'b'].map((id) => point(id)))))
    expect(texts[1]).toBe(texts[0])
  })

  test('are at most 10,000 of a kind', () => {
    const full = sourceOf(...Array.from({ length: 10_000 }, (_, i) => point(`m${i}`)))
    expect(create.edit(full, { version, component: point('more') })).toMatchObject({ fault: 'validation_exception' })
    expect(create.edit(full, { version, component: point('m5') })).toMatchObject({ fault: 'metric_exists' })
    const less = remove.edit(full, { version, id: 'm5' })
    if (isFault(less)) throw new Error(less.fault)
    expect(isFault(create.edit(less.content, { version, component: point('more') }))).toBe(false)
  })

  test('keep what their author wrote, to the order of the fields; a change comes last or in its place', () => {
    const written = { type: 'point', name: 'XP', id: 'xp', constraints: { max: '5', default: '0' } }
    const edited = update.edit(sourceOf(written), { version, id: 'xp', changes: { tags: ['a'], name: 'Points' } })
    expect(JSON.stringify(edited)).toContain(
      '{"type":"point","name":"Points","id":"xp","constraints":{"max":"5","default":"0"},"tags":["a"]}',
    )
  })

  test('are refused where a compound would read itself, however it comes to that', () => {
    const compound = (id: string, formula: string) => ({ id, name: id, type: 'compound', constraints: { formula } })
    const refusal = (id: string) => ({
      fault: 'validation_exception',
      problems: [{ path: 'constraints.formula', message: expect.stringContaining(`'${id}' reads itself`) }],
    })
    const none = sourceOf()
    expect(create.edit(none, { version, component: compound('a', '$scores.a + 1') })).toMatchObject(refusal('a'))
    const chain = sourceOf(compound('a', '$scores.b'), compound('b', '$scores.c'), point('xp'))
    expect(create.edit(chain, { version, component: compound('c', '1 + $scores.a') })).toMatchObject(refusal('c'))
    expect(create.edit(chain, { version, component: compound('c', '$scores.xp') })).toHaveProperty('content')
    expect(create.edit(chain, { version, component: point('c') })).toHaveProperty('content')
    const changes = { type: 'compound', constraints: { formula: '$scores.a' } }
    expect(update.edit(chain, { version, id: 'b', changes })).toMatchObject(refusal('b'))
    const whole = sourceOf(...(chain.metrics as object[]), point('c'))
    expect(update.edit(whole, { version, id: 'c', changes })).toMatchObject(refusal('c'))
    expect(update.edit(whole, { version, id: 'xp', changes })).toHaveProperty('content')
  })

  test('leave the rest of a design alone', () => {
    const source = { ...sourceOf(point('xp')), bootstrap: { scores: [] }, teams: [{ id: 'guild', name: 'Guild' }] }
    const edited = remove.edit(source, { version, id: 'xp' })
    expect(edited).toMatchObject({ content: { ...source, metrics: [] } })
    expect(source.metrics).toHaveLength(1)
  })
})
