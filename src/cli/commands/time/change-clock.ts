import { ServiceError } from '../../../client/service-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { gameClock, type ClockChange, clockText } from '../../../terminal/game-clock.ts'
import { hint } from '../../../terminal/hint.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'

/** Changes the clock of the game, and prints the new time. */
export async function changeClock(shell: Shell, change: ClockChange): Promise<void> {
  const clock = await withService(shell, async ({ client }) => {
    try {
      return await gameClock(client, change)
    } catch (error) {
      throw isOutOfReach(error) ? outOfReach(error, shell) : error
    }
  })
  shell.printJson(clock.text)
  shell.confirm(clockText(clock))
}

/**
 * Whether the service rejected the time. It rejects a valid time only if it is before the game time or too far in the
 * future.
 */
function isOutOfReach(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'invalid_date'
}

function outOfReach(error: ServiceError, shell: Shell): CliError {
  const [now, back] = [hint(shell, 'time'), hint(shell, 'rewind --to TIME')]
  return new CliError(`${error.code}: ${error.description}`, {
    code: error.code,
    exitCode: exitCode.refused,
    advice: [`run ${now} to see the game time, ${back} to go back to an earlier time`],
    json: error.text,
  })
}
