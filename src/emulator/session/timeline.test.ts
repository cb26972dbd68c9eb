import { describe, expect, test } from 'vitest'
import { broken, standing, timelineOn } from '../../../test/support/bare-timeline.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { like, neo, operator } from '../../../test/support/played-game.ts'
import { SlowJournal } from '../../../test/support/slow-journal.ts'
import { playAction } from '../../game/actions/operations.ts'
import { setSeed } from '../../game/design/run.ts'
import { readOwnFeed } from '../../game/feeds/operations.ts'
import { createPlayer, disablePlayer } from '../../game/players/administration.ts'
import { readProfile } from '../../game/players/profile.ts'
import { revertEvents } from '../../game/players/revert.ts'
import { checksum } from '../../storage/checksum.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { StorageError } from '../../storage/storage-error.ts'

describe('an answer', () => {
  test('goes out when its entry is kept', async () => {
    const journal = new SlowJournal()
    const created = timelineOn(journal).execute(createPlayer, { id: 'neo' }, operator)
    expect(await standing(created)).toBe('waiting')
    journal.keep()
    expect(await standing(created)).toBe('answered')
  })

  test('of a read waits for all that it could have seen, a refusal too', async () => {
    const journal = new SlowJournal()
    const runtime = timelineOn(journal)
    const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
    const others = [
      runtime.execute(readProfile, { id: 'neo' }, operator),
      runtime.execute(readOwnFeed, { start: undefined, end: undefined }, neo),
      runtime.execute(createPlayer, { id: 'neo' }, operator),
      runtime.execute(setSeed, { seed: '' }, operator),
    ]
    expect(await Promise.all([created, ...others].map(standing))).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ])
    journal.keep()
    expect(await Promise.all([created, ...others].map(standing))).toEqual([
      'answered',
      'answered',
      'answered',
      'answered',
      'answered',
    ])
    expect(await others[0]).toMatchObject({ id: 'neo' })
    expect(await others[2]).toMatchObject({ fault: 'player_exists' })
  })

  test('that a player may not act, and what the clock shows, wait as well; that he may act does not', async () => {
    const journal = new SlowJournal()
    const runtime = timelineOn(journal)
    const made = [
      runtime.execute(createPlayer, { id: 'neo' }, operator),
      runtime.execute(createPlayer, { id: 'smith' }, operator),
      runtime.execute(disablePlayer, { id: 'smith' }, operator),
      runtime.clock.change({ now: START_MS + 100, frozen: true }),
    ]
    expect(runtime.whyCannotAct('neo')).toBeUndefined()
    const answers = [runtime.whyCannotAct('smith'), runtime.whyCannotAct('nobody'), runtime.clock.read()].map(
      async (answer) => answer,
    )
    expect(await Promise.all(answers.map(standing))).toEqual(['waiting', 'waiting', 'waiting'])
    journal.keep()
    await Promise.all(made)
    expect(await Promise.all(answers)).toMatchObject([
      { fault: 'access_denied' },
      { fault: 'player_not_found' },
      { now: START_MS + 100, frozen: true },
    ])
  })

  test('sees all commands before it, though none is kept yet', async () => {
    const journal = new SlowJournal()
    const runtime = timelineOn(journal)
    void runtime.execute(createPlayer, { id: 'neo' }, operator)
    const plays = [1, 2, 3].map(() => runtime.execute(playAction, like, neo))
    journal.keep()
    const changes = (await Promise.all(plays)).map((played) =>
      'events' in played ? played.events.local[0]?.['changes'] : played,
    )
    expect(changes).toMatchObject([[{ delta: { new: '10' } }], [{ delta: { new: '20' } }], [{ delta: { new: '30' } }]])
  })
})

describe('after a failed write', () => {
  test('nothing is answered any more: memory may be ahead of what is kept', async () => {
    const journal = new SlowJournal()
    const runtime = timelineOn(journal)
    const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
    const read = runtime.execute(readProfile, { id: 'neo' }, operator)
    journal.fail(new StorageError('disk full'))
    await expect(created).rejects.toThrow('disk full')
    await expect(read).rejects.toThrow('disk full')
    expect(runtime.failed).toBe(true)
    await expect(runtime.execute(readProfile, { id: 'neo' }, operator)).rejects.toThrow('disk full')
    await expect(runtime.execute(createPlayer, { id: 'a' }, operator)).rejects.toThrow('disk full')
    await expect(runtime.execute(readOwnFeed, { start: undefined, end: undefined }, neo)).rejects.toThrow('disk full')
    expect(() => runtime.whyCannotAct('neo')).toThrow('disk full')
    await expect(runtime.clock.read()).rejects.toThrow('disk full')
    expect(() => runtime.history({})).toThrow('disk full')
    expect(runtime.state.seq).toBe(1)
  })
})

describe('after a defect of ours', () => {
  test('the runtime stops before the write, with the journal intact', async () => {
    const journal = new MemoryJournal()
    const runtime = timelineOn(journal)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    await expect(runtime.execute(broken, {}, operator)).rejects.toThrow('an event of an unknown kind: party')
    expect(journal.lastSeq).toBe(1)
    expect(runtime.failed).toBe(true)
    await expect(runtime.execute(readProfile, { id: 'neo' }, operator)).rejects.toThrow(
      'stopped after an internal error',
    )
  })

  test('the runtime stops where the journal does not take what the state has taken in', async () => {
    const journal = new MemoryJournal()
    const runtime = timelineOn(journal)
    await journal.append(1, '{}', checksum('{}'))
    await expect(runtime.execute(createPlayer, { id: 'neo' }, operator)).rejects.toThrow('in order')
    expect(runtime.failed).toBe(true)
    await expect(runtime.execute(readProfile, { id: 'neo' }, operator)).rejects.toThrow(
      'stopped after an internal error',
    )
  })
})

test('a revert finds the entries it needs in the journal', async () => {
  const runtime = timelineOn(new MemoryJournal())
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  const played = await runtime.execute(playAction, like, neo)
  const id = 'events' in played ? (played.events.local[0]?.id ?? '') : ''
  expect(await runtime.execute(revertEvents, { id: 'neo', eventIds: [id] }, operator)).toMatchObject([
    { event: id, status: 'reverted' },
  ])
  const again = (...eventIds: string[]) => runtime.execute(revertEvents, { id: 'neo', eventIds }, operator)
  expect(await again(id)).toMatchObject({ fault: 'already_reverted' })
  expect(await again(id, 'nothing')).toMatchObject({ fault: 'event_not_found' })
})
