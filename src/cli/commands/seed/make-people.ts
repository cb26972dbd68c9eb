import { setTimeout as delay } from 'node:timers/promises'
import {
  PeopleError,
  seedPeople,
  DEFAULT_SEED,
  type PeopleStart,
  type PeopleSeeded,
} from '../../../scripts/people/seed-people.ts'
import { counted } from '../../../sentences/quantities.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import { progressBar } from '../../../terminal/render/progress.ts'
import { stayWithService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { onInterruption } from './interruption.ts'
import type { personaHistory } from './persona-history.ts'

/** The result of a second run in a game that was empty before the first one. */
const LATE_PLAYERS = 'players who are added to a game that is not empty join now and do not play'

const resetFirst = (shell: Shell): string =>
  `for all players with their plays, run ${hint(shell, 'state reset')}, which deletes all players and all history, and then the same command`

/**
 * How long an interrupted seed waits for the service to process the steps that it got, and for the number of players.
 */
const STOP_PATIENCE_MS = 10_000
const COUNT_PATIENCE_MS = 1_000

/** Who is generated. */
export interface WantedPeople {
  readonly count: number
  readonly seed: string | undefined
  /** The names of personas that the players behave like; without any, they are like those of any game. */
  readonly personas: readonly string[]
}

/** Generates players until the game has `count` of them, with a progress bar. Spec 6.2 `--players`. */
export async function makePeople(
  shell: Shell,
  { count, seed = DEFAULT_SEED, personas }: WantedPeople,
): Promise<PeopleSeeded> {
  let bar = progressBar(shell, 'players')
  let plays = false
  const onBegin = (start: PeopleStart): void => {
    plays = start.plays
    bar.end()
    bar = progressBar(shell, personas.length > 0 && plays ? 'days' : plays ? 'players and plays' : 'players')
    onInterruption(shell, () => soFar(start, count), ...nextSteps(shell, plays))
  }
  const onProgress = (done: number, of: number): void => bar.show(done, of)
  try {
    const made = await stayWithService(shell, async (service) => {
      const historyOf = personas.length > 0 ? await historyOfPersonas(shell, service, personas) : undefined
      return seedPeople(service.client, { count, seed, historyOf }, onProgress, onBegin)
    })
    bar.end()
    reportPeople(shell, made, plays)
    return made
  } catch (error) {
    bar.end()
    throw error instanceof PeopleError ? creationError(error, nextSteps(shell, plays)) : error
  }
}

/** Loads the lab on demand, because most seeds do not need it. */
async function historyOfPersonas(...of: Parameters<typeof personaHistory>): ReturnType<typeof personaHistory> {
  return (await import('./persona-history.ts')).personaHistory(...of)
}

function nextSteps(shell: Shell, plays: boolean): readonly string[] {
  const missing = 'run the same command again to create the missing players'
  return plays ? [`${missing}; ${LATE_PLAYERS}`, resetFirst(shell)] : [missing]
}

async function soFar({ stop, countNow }: PeopleStart, count: number): Promise<string> {
  const isExact = await within(
    STOP_PATIENCE_MS,
    stop().then(() => true),
  )
  const now = await within(COUNT_PATIENCE_MS, countNow())
  if (now === undefined) return 'some of the players may be in the game'
  return `${isExact ? '' : 'at least '}${now} of ${counted(count, 'player is', 'players are')} in the game`
}

/** Returns the result of a promise; undefined if it rejects or takes too long. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise.catch(() => undefined), delay(ms, undefined, { ref: false })])
}

function reportPeople(shell: Shell, { created, existing, played, refused }: PeopleSeeded, plays: boolean): void {
  const were = existing === 0 ? [] : [counted(existing, 'already existed', 'already existed')]
  const playsMade = played === 0 ? [] : [counted(played, 'play', 'plays')]
  shell.confirm([`${counted(created, 'player', 'players')} generated`, ...were, ...playsMade].join(', '))
  if (refused > 0) shell.note(`${counted(refused, 'play was', 'plays were')} refused by the design`)
  if (created > 0 && !plays) shell.note(`${LATE_PLAYERS}\n${resetFirst(shell)}`)
}

function creationError(error: PeopleError, advice: readonly string[]): CliError {
  return new CliError(error.message, {
    code: 'players_not_made',
    exitCode: exitCode.refused,
    advice,
    cause: error,
  })
}
