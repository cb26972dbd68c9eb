import { describe, expect, test, vi } from 'vitest'
import { broken, timelineOn } from '../../../test/support/bare-timeline.ts'
import { operator } from '../../../test/support/played-game.ts'
import { SlowJournal } from '../../../test/support/slow-journal.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { updateScores } from '../../game/players/score-update.ts'
import { StorageError } from '../../storage/storage-error.ts'

describe('streams of a timeline', () => {
  /** A runtime in which neo is, and what neo's stream was told. */
  async function listening(journal: SlowJournal) {
    const runtime = timelineOn(journal)
    const told: string[] = []
    runtime.notices.listen('neo', { notify: ({ json }) => void told.push(json), end: () => void told.push('end') })
    const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
    journal.keep()
    await created
    const changes = [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1' }] as const
    return { runtime, told, reward: () => runtime.execute(updateScores, { id: 'neo', rewards: changes }, operator) }
  }
  const turns = () => new Promise((resolve) => setTimeout(resolve, 20))

  test('are told of nothing that is not kept', async () => {
    const journal = new SlowJournal()
    const { told, reward } = await listening(journal)
    const done = reward()
    await turns()
    expect(told).toEqual([])
    journal.keep()
    await done
    await turns()
    expect(told).toEqual([expect.stringContaining('"event":"score"')])
  })

  test('are told in the order in which it happened, whatever is kept first', async () => {
    const journal = new SlowJournal()
    const { told, reward } = await listening(journal)
    const done = [reward(), reward()]
    journal.keepNewest()
    await turns()
    expect(told).toEqual([])
    journal.keep()
    await Promise.all(done)
    await turns()
    const order = told.map((json) => /"new":"(\d)"/.exec(json)?.[1])
    expect(order).toEqual(['1', '2'])
  })

  test('cost nobody the reading of an entry', async () => {
    const journal = new SlowJournal()
    const { told, reward } = await listening(journal)
    const parse = vi.spyOn(JSON, 'parse')
    const done = reward()
    journal.keep()
    await done
    await turns()
    const calls = parse.mock.calls.length
    parse.mockRestore()
    expect({ told: told.length, calls }).toEqual({ told: 1, calls: 0 })
  })

  test('that come before a write fails end, though they would not have heard of it, and so do those that come later', async () => {
    const journal = new SlowJournal()
    const runtime = timelineOn(journal)
    const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
    const ended: string[] = []
    runtime.notices.listen('neo', { notify: () => {}, end: () => void ended.push('before') })
    journal.fail(new StorageError('disk full'))
    await expect(created).rejects.toThrow('disk full')
    await turns()
    expect(ended).toEqual(['before'])
    runtime.notices.listen('neo', { notify: () => {}, end: () => void ended.push('after') })
    await turns()
    expect(ended).toEqual(['before', 'after'])
  })

  test('end when a write fails', async () => {
    const journal = new SlowJournal()
    const { told, reward } = await listening(journal)
    const done = reward()
    journal.fail(new StorageError('disk full'))
    await expect(done).rejects.toThrow('disk full')
    await turns()
    expect(told).toEqual(['end'])
  })

  test('end after a defect of ours', async () => {
    const journal = new SlowJournal()
    const { runtime, told } = await listening(journal)
    await expect(runtime.execute(broken, {}, operator)).rejects.toThrow('unknown kind')
    await turns()
    expect(told).toEqual(['end'])
  })
})
