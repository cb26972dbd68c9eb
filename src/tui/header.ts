import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'
import { nodeText } from '../sentences/node-text.ts'
import { printable } from '../sentences/printable.ts'
import { gameClock, type GameClock } from '../terminal/game-clock.ts'
import { spread } from './layout.ts'
import type { Model } from './model.ts'
import type { Ui } from './pane.ts'
import type { ReadResource, Resource } from './resource.ts'
import { watchedChecks } from './watched-checks.ts'

/** The game time, and when it was read, in ms of this machine. */
interface ClockReading extends Pick<GameClock, 'now' | 'frozen'> {
  readonly readAtMs: number
}

const clockResource: Resource<ClockReading> = {
  key: 'clock',
  load: async (client) => {
    const { now, frozen } = await gameClock(client)
    return { now, frozen, readAtMs: Date.now() }
  },
}

/** The title of the game. */
const titleResource: Resource<string> = {
  key: 'game',
  load: async (client) => (await client.call('GET /v2/admin/', {})).body.game.title,
}

const checksResource: Resource<number> = {
  key: 'checks',
  load: async (client) => (await watchedChecks(client)).filter(({ holds }) => !holds).length,
}

/** What the header says of the node that answers; empty if the game runs on one machine, or the service does not say it. */
const nodeResource: Resource<string> = {
  key: 'node',
  load: async (client) => {
    try {
      const { node } = (await control(client, 'GET /_gamify/health')).body
      return node === undefined ? '' : `  ${nodeText(node)}`
    } catch (error) {
      if (error instanceof ServiceError) return ''
      throw error
    }
  },
}

/**
 * Lays out the header: the title, the address, and of the live game the node, checks that do not hold and the time or why it
 * is not known. Of a past game, the last entry.
 */
export function header(
  { theme }: Ui,
  { address, asOf, isDisconnected, isOtherGame, size, nowMs }: Model,
  read: ReadResource,
): string {
  const title = read(titleResource)
  const [checks, time] = asOf === undefined ? present(nowMs, read) : ['', `AS OF ENTRY ${asOf}, READ-ONLY`]
  const node = asOf === undefined ? read(nodeResource) : undefined
  const place = `${printable(address)}${node?.kind === 'loaded' ? node.value : ''}`
  const left = ` ${printable(title.kind === 'loaded' ? title.value : 'gamify')}  ${place}`
  const right = isOtherGame ? 'ANOTHER GAME ' : isDisconnected ? 'DISCONNECTED ' : `${checks}${time} `
  const line = spread(left, right, size.columns, theme)
  const isAlarming = isOtherGame || isDisconnected || checks !== '' || asOf !== undefined
  return isAlarming ? theme.paint.bad(line) : theme.paint.strong(line)
}

/** Returns what the header says of the live game: checks that do not hold, and the time. */
function present(nowMs: number, read: ReadResource): readonly [checks: string, time: string] {
  const clock = read(clockResource)
  const violated = read(checksResource)
  return [
    violated.kind === 'loaded' ? violatedText(violated.value) : '',
    clock.kind === 'loaded' ? clockText(clock.value, nowMs) : '',
  ]
}

const violatedText = (checks: number): string =>
  checks === 0 ? '' : `${checks} ${checks === 1 ? 'CHECK DOES' : 'CHECKS DO'} NOT HOLD  `

/** Formats what the clock shows at a time of this machine: `2030-01-06 12:00:00Z (frozen)`. */
export function clockText({ now, frozen, readAtMs }: ClockReading, machineMs: number): string {
  const shown = new Date(Date.parse(now) + (frozen ? 0 : Math.max(0, machineMs - readAtMs)))
  if (Number.isNaN(shown.getTime())) return ''
  return `${shown.toISOString().replace('T', ' ').slice(0, 19)}Z${frozen ? ' (frozen)' : ''}`
}
