import { Job } from '../../bench/job.ts'
import { PLAYERS } from '../ledger.ts'
import { grewAtMost, type LoadCase } from '../load-case.ts'
import { playedWell, playOn } from '../playing.ts'

const CALLERS = 16
const MOST_BYTES_EACH = 48 * 1024

/** Notification streams over WebSockets, held open by a process of their own. */
export const streams: LoadCase = {
  name: 'streams',
  title: 'Open streams of notifications, and plays meanwhile',
  run: async ({ service, ledger, connections, plays }) => {
    const before = service.memory()
    const holder = new Job('stream-clients')
    try {
      // Streams of the same players over and over: a player may have as many as are asked for.
      for (let open = 0; open < connections; open += PLAYERS)
        await holder.run({ what: 'open', port: service.port, from: 0, count: Math.min(PLAYERS, connections - open) })
      const played = await playOn(service, ledger, CALLERS, plays)
      const after = service.memory()
      return [
        playedWell(played, plays),
        grewAtMost(`${connections} streams`, after - before, connections * MOST_BYTES_EACH),
      ]
    } finally {
      await holder.stop()
    }
  },
}
