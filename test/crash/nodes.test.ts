import { describe, expect, test } from 'vitest'
import { tell, walk, type Life } from './fault-walk.ts'
import { blobsLife, exportLife, followerLife, joinerLife, writerLife } from './node-lives.ts'
import { renameBeforeSync, withoutBug } from './planted-bugs.ts'

const LONG = { timeout: 120_000 }

const walksOf = <Ledger>(name: string, life: Life<Ledger>) =>
  describe(name, () => {
    test('is whole again after whatever goes wrong, at whichever operation', LONG, async () => {
      const walked = await walk(life, withoutBug)
      tell(name, walked)
      expect(walked.problems.join('\n')).toBe('')
      expect(walked.points).toBeGreaterThan(10)
    })

    test('the walk finds a rename before the sync', LONG, async () => {
      const { problems } = await walk(life, renameBeforeSync, {
        kinds: ['stop', 'tear'],
        survivals: ['none', 'some', 'some'],
      })
      expect(problems).not.toEqual([])
    })
  })

walksOf('a node that writes', writerLife)
walksOf('a node that follows', followerLife)
walksOf('a node that begins with a base', joinerLife)
walksOf('a game that is exported', exportLife)
walksOf('blobs in a directory', blobsLife)
