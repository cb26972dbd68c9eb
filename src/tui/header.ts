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

/** Lays out the header: the title, the address, checks that do not hold, and the game time or why it is not known. */
export function header(
  { theme }: Ui,
  { address, isDisconnected, isOtherGame, size, nowMs }: Model,
  read: ReadResource,
): string {
  const clock = read(clockResource)
  const time = clock.kind === 'loaded' ? clockText(clock.value, nowMs) : ''
  const title = read(titleResource)
  const violated = read(checksResource)
  const checks = violated.kind === 'loaded' ? violatedText(violated.value) : ''
  const left = ` ${printable(title.kind === 'loaded' ? title.value : 'gamify')}  ${printable(address)}`
  const right = isOtherGame ? 'ANOTHER GAME ' : isDisconnected ? 'DISCONNECTED ' : `${checks}${time} `
  const line = spread(left, right, size.columns, theme)
  return isOtherGame || isDisconnected || checks !== '' ? theme.paint.bad(line) : theme.paint.strong(line)
}

const violatedText = (checks: number): string =>
  checks === 0 ? '' : `${checks} ${checks === 1 ? 'CHECK DOES' : 'CHECKS DO'} NOT HOLD  `

/** Formats what the clock shows at a time of this machine: `2030-01-06 12:00:00Z (frozen)`. */
export function clockText({ now, frozen, readAtMs }: ClockReading, machineMs: number): string {
  const shown = new Date(Date.parse(now) + (frozen ? 0 : Math.max(0, machineMs - readAtMs)))
  if (Number.isNaN(shown.getTime())) return ''
  return `${shown.toISOString().replace('T', ' ').slice(0, 19)}Z${frozen ? ' (frozen)' : ''}`
}
