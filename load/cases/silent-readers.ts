import { playerId } from '../../bench/game.ts'
import { requestText } from '../../bench/request-text.ts'
import { grewAtMost, type LoadCase } from '../load-case.ts'
import { playedWell, playOn } from '../playing.ts'
import type { Service } from '../service.ts'
import { leaveAll, openWires } from '../wire.ts'

const CALLERS = 8
const MOST_READERS = 200
/** What an answer may hold for a reader who takes nothing: pieces under way, and what is left of making them. */
const MOST_BYTES_EACH = 2 * 2 ** 20
/** The history is to be far longer than what the system takes of an answer that nobody reads. */
const LONG_PLAYS = 2_000
const LONGEST_TEXT = 'x'.repeat(4096)

/** Memory is at rest where none of so many looks finds that it has grown by more. */
const LOOKS = 4
const LOOK_MS = 400
const RESTING_BYTES = 4 * 2 ** 20

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
    await makeHistoryLong(service)
    const before = service.memory()
    const readers = await openWires(service.port, Math.min(MOST_READERS, connections))
    for (const [i, reader] of readers.entries()) {
      reader.stopReading()
      reader.send(requestText('GET', targets[i % targets.length] ?? '', service.authorization, ''))
    }
    const played = await playOn(service, ledger, CALLERS, plays)
    const after = await memoryAtRest(service)
    leaveAll(readers)
    return [
      playedWell(played, plays),
      grewAtMost(`what ${readers.length} of them do not read`, after - before, readers.length * MOST_BYTES_EACH),
    ]
  },
}

async function makeHistoryLong({ port, authorization }: Service): Promise<void> {
  const play = JSON.stringify({ as: playerId(0), action: 'say', variables: { text: LONGEST_TEXT } })
  const answer = await fetch(`http://127.0.0.1:${port}/_gamify/commands`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-ndjson' },
    body: `${play}\n`.repeat(LONG_PLAYS),
  })
  const said = await answer.text()
  if (!said.startsWith(`{"done":${LONG_PLAYS},`)) throw new Error(`the history could not be made long: ${said}`)
}

/** What the service has in memory once it makes no more of the answers, whether it waits for their readers or is done. */
async function memoryAtRest(service: Service): Promise<number> {
  let most = service.memory()
  for (let quiet = 0; quiet < LOOKS;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = service.memory()
    quiet = now > most + RESTING_BYTES ? 0 : quiet + 1
    most = Math.max(most, now)
  }
  return most
}
