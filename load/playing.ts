import { playerId } from '../bench/game.ts'
import { PLAYERS, type Ledger } from './ledger.ts'
import type { Check } from './load-case.ts'
import type { Service } from './service.ts'
import { Wire } from './wire.ts'

/** What playing came to. */
export interface Played {
  readonly answered: number
  /** The statuses of answers that were no success. */
  readonly refused: readonly number[]
  /** The longest that an answer took, in ms. */
  readonly longestMs: number
}

/** Plays on connections of its own, one play after the other on each, until so many are answered or the connections end. */
export async function playOn(service: Service, ledger: Ledger, connections: number, plays: number): Promise<Played> {
  const refused: number[] = []
  let left = plays
  let answered = 0
  let longestMs = 0
  const caller = async (): Promise<void> => {
    const wire = await Wire.open(service.port)
    while (left > 0 && !wire.isOver) {
      left -= 1
      const play = ledger.play(service.authorization)
      const start = performance.now()
      wire.send(play.text)
      const [answer] = await wire.answers(1)
      if (answer === undefined) break
      longestMs = Math.max(longestMs, performance.now() - start)
      if (answer.status === 200) {
        play.answered()
        answered += 1
      } else refused.push(answer.status)
    }
    wire.leave()
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return { answered, refused, longestMs }
}

/** That all plays were answered with success, and how long the slowest took. */
export function playedWell({ answered, refused, longestMs }: Played, plays: number): Check {
  const others = refused.length === 0 ? '' : `, others ${[...new Set(refused)].join(', ')}`
  return {
    what: 'plays are answered with success meanwhile',
    seen: `${answered} of ${plays}${others}, the slowest after ${Math.round(longestMs)} ms`,
    holds: answered === plays,
  }
}

/** How often each player has played, as the game has it: each play gives a coin. */
export async function playsKept(service: Service): Promise<readonly number[]> {
  const kept: number[] = []
  for (let player = 0; player < PLAYERS; player += 1) {
    const at = `http://127.0.0.1:${service.port}/v2/admin/players/${playerId(player)}`
    const answer = await fetch(at, { headers: { authorization: service.authorization } })
    const { scores } = (await answer.json()) as { scores: { metric: { id: string }; value: string }[] }
    kept.push(Number(scores.find(({ metric }) => metric.id === 'coins')?.value ?? 0))
  }
  return kept
}
