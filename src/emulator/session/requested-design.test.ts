import { describe, expect, test } from 'vitest'
import { timelineOn } from '../../../test/support/bare-timeline.ts'
import { designOf, state } from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { like, likes, neo, operator } from '../../../test/support/played-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import { fixIssue, listIssues, readIssue, upgradeDesign } from '../../game/design/deployment.ts'
import type { Design } from '../../game/design/design.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { StorageError } from '../../storage/storage-error.ts'

describe('a design that waits for its issues to be fixed', () => {
  const bare = designOf({})
  const waitingFor = async (designs: Readonly<Record<string, Design>>) => {
    const loaded: string[] = []
    const runtime = timelineOn(new MemoryJournal(), { ms: START_MS }, 'production', async (hash) => {
      loaded.push(hash)
      return designs[hash] ?? likes
    })
    await runtime.deploy(likes, 'full', 'v1')
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    await runtime.execute(playAction, like, neo)
    return { runtime, loaded }
  }

  test('is at hand once it was deployed, and in force after its upgrade', async () => {
    const { runtime, loaded } = await waitingFor({})
    expect(await runtime.deploy(bare, 'bare', 'v2')).toMatchObject({ status: 'issues' })
    expect(runtime.design).toBe(likes)
    expect(await runtime.execute(listIssues, {}, operator)).toMatchObject([{ id: 'metric_removed-xp' }])
    await runtime.execute(fixIssue, { issue: 'metric_removed-xp', fix: 'drop' }, operator)
    expect(await runtime.execute(upgradeDesign, { label: 'v2' }, operator)).toMatchObject({ status: 'upgraded' })
    expect(runtime.design).toBe(bare)
    expect(loaded).toEqual([])
  })

  test('is loaded by those who ask for it after a start, once', async () => {
    const { runtime, loaded } = await waitingFor({ bare })
    runtime.state.deployment = { label: 'v1', pending: { hash: 'bare', fixes: new Map() }, settled: [] }
    const asked = await Promise.all([
      runtime.execute(listIssues, {}, operator),
      runtime.execute(upgradeDesign, { label: 'v2' }, operator),
    ])
    expect(asked).toMatchObject([[{ id: 'metric_removed-xp' }], { fault: 'unresolved_issues' }])
    expect(await runtime.execute(readIssue, { id: 'metric_removed-xp' }, operator)).toMatchObject({
      code: 'metric_removed',
    })
    expect(new Set(loaded)).toEqual(new Set(['bare']))
  })

  test('is the one that waits when it is looked at, whichever waited when it was asked for', async () => {
    const retyped = designOf({ metrics: [state('xp', 'glad')] })
    const { runtime } = await waitingFor({ bare, retyped })
    runtime.state.deployment = { label: 'v1', pending: { hash: 'bare', fixes: new Map() }, settled: [] }
    const listed = runtime.execute(listIssues, {}, operator)
    const deployed = runtime.deploy(retyped, 'retyped', 'v3')
    expect(await deployed).toMatchObject({ issues: [{ code: 'metric_retyped' }] })
    expect(await listed).toMatchObject([{ code: 'metric_retyped' }])
  })

  test('and cannot be loaded stops nothing else', async () => {
    const { runtime } = await waitingFor({})
    const lost = timelineOn(new MemoryJournal(), { ms: START_MS }, 'production', () =>
      Promise.reject(new StorageError('the design has gone')),
    )
    lost.state.deployment = { label: 'v1', pending: { hash: 'gone', fixes: new Map() }, settled: [] }
    await expect(lost.execute(listIssues, {}, operator)).rejects.toThrow('the design has gone')
    expect(lost.failed).toBe(false)
    expect(await lost.execute(createPlayer, { id: 'neo' }, operator)).toMatchObject({ id: 'neo' })
    expect(runtime.failed).toBe(false)
  })
})
