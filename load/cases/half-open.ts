import { counted, type LoadCase } from '../load-case.ts'
import { leaveAll, openWires } from '../wire.ts'

/** Of ten, one goes away altogether. */
const LEAVING = 10

/** Callers that end their side with the request. */
export const halfOpen: LoadCase = {
  name: 'half-open',
  title: 'Callers that end their side behind a play, and some that go away altogether',
  run: async ({ service, ledger, connections }) => {
    const wires = await openWires(service.port, Math.floor(connections / 5))
    const waiting = wires.filter((_, i) => i % LEAVING !== 0)
    const leaving = wires.filter((_, i) => i % LEAVING === 0)
    for (const wire of leaving) {
      wire.send(ledger.play(service.authorization).text)
      wire.leave()
    }
    const good = await Promise.all(
      waiting.map(async (wire) => {
        const play = ledger.play(service.authorization)
        wire.send(play.text)
        wire.endSending()
        const [answer] = await wire.answers(1)
        if (answer?.status !== 200) return false
        play.answered()
        // The service ends its side too, once it has answered.
        await wire.answers(1)
        return wire.isOver
      }),
    )
    leaveAll(wires)
    return [
      counted(
        'answers to callers that wait, each with the end of its connection',
        good.filter(Boolean).length,
        waiting.length,
      ),
    ]
  },
}
