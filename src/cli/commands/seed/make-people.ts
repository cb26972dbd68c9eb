import { setTimeout as delay } from 'node:timers/promises'
import {
  PeopleError,
  seedPeople,
  USUAL_SEED,
  type CountPeople,
  type PeopleSeeded,
} from '../../../scripts/people/seed-people.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { counted } from '../../../terminal/render/counts.ts'
import { progressBar } from '../../../terminal/render/progress-bar.ts'
import { stayWithService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { onInterruption } from './interruption.ts'

const MISSING_NEXT = 'run the same command again to create the missing players'

/** How long a seed that is interrupted waits for the number of players. */
const PATIENCE_MS = 1_000

/** Makes sure that so many people of a seed are in the game, with a bar that shows how far it is. Spec 6.2 `--players`. */
export async function makePeople(shell: Shell, count: number, seed = USUAL_SEED): Promise<PeopleSeeded> {
  const bar = progressBar(shell, 'players')
  const onBegin = (countNow: CountPeople): void =>
    onInterruption(
      shell,
      async () => {
        const now = await Promise.race([
          countNow().catch(() => undefined),
          delay(PATIENCE_MS, undefined, { ref: false }),
        ])
        if (now === undefined) return 'some of the players may be in the game'
        return `at least ${now} of ${counted(count, 'player is', 'players are')} in the game`
      },
      MISSING_NEXT,
    )
  try {
    const made = await stayWithService(shell, ({ client }) => seedPeople(client, { count, seed }, bar.show, onBegin))
    bar.end()
    tell(shell, made)
    return made
  } catch (error) {
    bar.end()
    throw error instanceof PeopleError ? notMade(error) : error
  }
}

function tell(shell: Shell, { created, existing, played, refused }: PeopleSeeded): void {
  const were = existing === 0 ? [] : [counted(existing, 'already existed', 'already existed')]
  const plays = played === 0 ? [] : [counted(played, 'play', 'plays')]
  shell.confirm([`${counted(created, 'player', 'players')} generated`, ...were, ...plays].join(', '))
  if (refused > 0) shell.note(`${counted(refused, 'play was', 'plays were')} refused by the design`)
}

function notMade(error: PeopleError): CliError {
  return new CliError(error.message, {
    code: 'players_not_made',
    exitCode: exitCode.refused,
    advice: [MISSING_NEXT],
    cause: error,
  })
}
