import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Emulator } from '../emulator/emulator.ts'
import { fault, invalid, isFault, type Fault } from '../game/kernel/fault.ts'
import { problemsOf } from '../game/kernel/schema.ts'
import { turns } from '../async/turns.ts'

/** A test that wants to come back saves a snapshot itself. */
const UNSAVED = { isSaved: false }

/** What a game's snapshots can do. */
type Snapshots = Pick<ReturnType<Emulator['runtime']>['snapshots'], 'save' | 'restore' | 'delete'>

/**
 * Snapshots of a game with names and without. What is asked of them at once is done in turn, and the one that is meant
 * where none is named goes only once there is a newer one in its place. Throws StorageError. Spec 6.7.
 */
export function gameSnapshots(snapshots: Snapshots) {
  const inTurn = turns(1)
  let unnamed: string | undefined
  const saveUnnamed = async () => {
    const saved = await snapshots.save(`unnamed-${randomUUID()}`)
    if (isFault(saved)) return saved
    const before = unnamed
    unnamed = saved.name
    if (before !== undefined) await snapshots.delete(before)
    return saved
  }
  const restoreUnnamed = async () => (unnamed === undefined ? nothingSaved : snapshots.restore(unnamed, UNSAVED))
  return {
    snapshot: (name: unknown) => inTurn(() => (name === undefined ? saveUnnamed() : named(name, snapshots.save))),
    restore: (name: unknown) =>
      inTurn(() => (name === undefined ? restoreUnnamed() : named(name, (it) => snapshots.restore(it, UNSAVED)))),
  }
}

const nothingSaved = fault('snapshot_not_found', {
  message: 'No snapshot has been taken; call game.snapshot() first',
})

/** A test program may give anything for a name. */
async function named<T>(given: unknown, act: (name: string) => Promise<Fault | T>): Promise<Fault | T> {
  const { data: name, error } = z.string().safeParse(given, { reportInput: true })
  return error ? invalid(problemsOf(error).map(({ message }) => ({ path: 'name', message }))) : act(name)
}
