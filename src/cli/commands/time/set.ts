import { parseInstant } from '../../../game/kernel/instant.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time set`: sets the game clock to a later time. Spec 6.2. */
export const set = defineCommand({
  arguments: { time: required('time', 'The time: 2026-01-31T12:00:00Z, 2026-01-31, or UNIX seconds') },
  options: {},
  examples: ['gamify time set 2026-01-31', 'gamify time set 2026-01-31T12:00:00+01:00'],
  notes: 'A running clock continues from there, and a frozen clock stays there. The clock cannot go back.',
  async run({ time }, shell) {
    if (parseInstant(time) === undefined)
      throw usageError(
        `'${time}' is not a valid time`,
        'expected one such as 2026-01-31T12:00:00Z, 2026-01-31T12:00:00+01:00, 2026-01-31, or UNIX seconds',
      )
    await changeClock(shell, { now: time })
  },
})
