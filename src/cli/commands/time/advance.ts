import { parseDuration } from '../../../game/kernel/duration.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time advance`: advances the game time by a duration. Spec 6.2. */
export const advance = defineCommand({
  arguments: { duration: required('duration', 'The duration: 90m, 1d12h, or ISO 8601 such as PT90M') },
  options: {},
  examples: ['gamify time advance 1d', 'gamify time advance 90m'],
  alternative: insteadOfDuration,
  async run({ duration }, shell) {
    if (parseDuration(duration) === undefined)
      throw usageError(
        `'${duration}' is not a valid duration`,
        insteadOfDuration([duration]) ?? 'expected one such as 90m, 1d12h or PT90M',
      )
    await changeClock(shell, { advance: duration })
  },
})

/** Suggests a duration for words that are not one: `1d` for `1 day`. */
function insteadOfDuration(words: readonly string[]): string | undefined {
  const text = words.join(' ').trim()
  if (text.startsWith('-')) return "game time only moves forward; run 'gamify rewind --to TIME' to go back"
  const [, count, unit] = LONG_FORM.exec(text) ?? []
  return unit === undefined ? undefined : `did you mean '${count}${unit.toLowerCase()}'?`
}

/** Matches `1 day`. The groups are the number and the letter of the unit. */
const LONG_FORM = /^(\d+) ?(?=(?:weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|[smhdw])$)([smhdw])/i
