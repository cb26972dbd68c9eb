import { playerId } from '../../bench/game.ts'
import { requestText } from '../../bench/request-text.ts'
import { grewAtMost, type LoadCase } from '../load-case.ts'
import { playedWell, playOn } from '../playing.ts'
import { leaveAll, openWires } from '../wire.ts'

const CALLERS = 8
const MOST_READERS = 200
/** What an answer may hold for a reader who takes nothing: a piece under way, and what the connection itself buffers. */
const MOST_BYTES_EACH = 1024 * 1024
const MOST_BYTES_BESIDE = 256 * 2 ** 20

const targets = [
  '/_gamify/state',
  '/_gamify/journal',
  '/_gamify/journal?follow=true',
  '/_gamify/requests?follow=true',
  `/v2/runtime/notifications/events?player_id=${playerId(0)}`,
]

/** Long answers that are asked for and never read. */
export const silentReaders: LoadCase = {
  name: 'silent-readers',
  title: 'Readers who ask for the state, the history, the request log and notifications, and read nothing',
  run: async ({ service, ledger, connections, plays }) => {
    const before = service.memory()
    const readers = await openWires(service.port, Math.min(MOST_READERS, connections))
    for (const [i, reader] of readers.entries()) {
      reader.stopReading()
      reader.send(requestText('GET', targets[i % targets.length] ?? '', service.authorization, ''))
    }
    const played = await playOn(service, ledger, CALLERS, plays)
    const after = service.memory()
    leaveAll(readers)
    return [
      playedWell(played, plays),
      grewAtMost(
        `what ${readers.length} of them do not read`,
        after - before,
        readers.length * MOST_BYTES_EACH + MOST_BYTES_BESIDE,
      ),
    ]
  },
}
