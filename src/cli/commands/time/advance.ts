import { parseDuration } from '../../../game/kernel/duration.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { hint } from '../../../terminal/hint.ts'
import { required } from '../../option.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time advance`: game time goes on by so much at once. Spec 6.2. */
export const advance = defineCommand({
  arguments: { duration: required('duration', 'The duration: 90m, 1d12h, or ISO 8601 such as PT90M') },
  options: {},
  examples: ['gamify time advance 1d', 'gamify time advance 90m'],
  async run({ duration }, shell) {
    if (parseDuration(duration) === undefined)
      throw usageError(
        `'${duration}' is not a valid duration`,
        'expected one such as 90m, 1d12h or PT90M',
        ...(duration.startsWith('-')
          ? [`game time only moves forward; run ${hint(shell, 'rewind --to TIME')} to go back`]
          : []),
      )
    await changeClock(shell, { advance: duration })
  },
})
