import { CONNECTION_BYTES, counted, grewAtMost, type LoadCase } from '../load-case.ts'
import { playedWell, playOn } from '../playing.ts'
import { leaveAll, openWires } from '../wire.ts'

const CALLERS = 16

/** Connections that say nothing. */
export const idleConnections: LoadCase = {
  name: 'idle',
  title: 'Connections that say nothing, and plays meanwhile',
  run: async ({ service, ledger, connections, plays }) => {
    await playOn(service, ledger, CALLERS, plays)
    const before = service.memory()
    const idle = await openWires(service.port, connections)
    const played = await playOn(service, ledger, CALLERS, plays)
    const after = service.memory()
    const open = idle.filter(({ isOver }) => !isOver).length
    leaveAll(idle)
    return [
      counted('connections that stay open', open, connections),
      playedWell(played, plays),
      grewAtMost('a connection for each of them', after - before, connections * CONNECTION_BYTES),
    ]
  },
}
