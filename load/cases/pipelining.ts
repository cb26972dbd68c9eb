import { counted, type LoadCase } from '../load-case.ts'
import { Wire } from '../wire.ts'

const SOCKETS = 10

/** Many plays that are sent over a connection before the first is answered. */
export const pipelining: LoadCase = {
  name: 'pipelining',
  title: `Plays that are sent over a connection before the first is answered, on ${SOCKETS} connections`,
  run: async ({ service, ledger, plays }) => {
    const wires = await Promise.all(Array.from({ length: SOCKETS }, () => Wire.open(service.port)))
    const outcomes = await Promise.all(
      wires.map(async (wire) => {
        const sent = Array.from({ length: plays }, () => ledger.play(service.authorization))
        wire.send(sent.map(({ text }) => text).join(''))
        const answers = await wire.answers(plays)
        let good = 0
        for (const [i, { status }] of answers.entries()) {
          if (status !== 200) continue
          sent[i]?.answered()
          good += 1
        }
        wire.leave()
        return good
      }),
    )
    const good = outcomes.reduce((sum, count) => sum + count, 0)
    return [counted('plays that are answered with success', good, plays * SOCKETS)]
  },
}
