import { expect, test } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { claimMessage } from '../storage/log/log-message.ts'
import { GameNode, type NodeRadio } from './game-node.ts'
import type { NodeStore } from './node-store.ts'

/** There is none to load. */
const NO_GAME = { load: async () => {}, drop: async () => {} }

/** A node that has taken all of a log, and what lets it hear a beat of an earlier run of its name. */
async function follower() {
  const log = new MemoryLog()
  await log.publish(claimMessage('another.1', '1', {}), 0)
  let hear: Parameters<NodeRadio['hear']>[0] = () => {}
  const radio: NodeRadio = {
    connection: { isConnected: true, disconnects: 0 },
    beat: () => {},
    hear: (listener) => void (hear = listener),
    answer: () => {},
  }
  const node = new GameNode({
    name: 'n1',
    url: 'http://127.0.0.1:1',
    program: 'test',
    store: { position: 1, settle: async () => {} } as NodeStore,
    log: Object.assign(log, radio),
    warn: () => {},
    note: () => {},
  })
  const beat = { node: 'n1', instance: 'earlier', started: 0, now: 0, url: 'http://other:4040', role: 'follower' }
  return { node, hearEarlier: () => hear(beat) }
}

test('beats of the last run of a node that arrive late do not end it', async () => {
  const { node, hearEarlier } = await follower()
  const becoming = node.untilWriter(new AbortController().signal, NO_GAME)
  for (let i = 0; i < 5; i++) hearEarlier()
  expect(await becoming).toMatchObject({ id: expect.stringMatching(/^n1\./) as string })
  node.close()
})

test('another node of the same name that goes on ends it', async () => {
  const { node, hearEarlier } = await follower()
  const beating = setInterval(hearEarlier, 250)
  await expect(node.untilWriter(new AbortController().signal, NO_GAME)).rejects.toThrow(
    "A node with the name 'n1' already runs at http://other:4040",
  )
  clearInterval(beating)
  node.close()
})
