import { parseDuration } from '../../../game/kernel/duration.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time advance`: game time goes on by so much at once. Spec 6.2. */
export const advance = defineCommand({
  arguments: { duration: required('duration', 'The duration: 90m, 1d12h, or ISO 8601 such as PT90M') },
  options: {},
  examples: ['gamify time advance 1d', 'gamify time advance 90m'],
  instead: insteadOfDuration,
  async run({ duration }, shell) {
    if (parseDuration(duration) === undefined)
      throw usageError(
        `'${duration}' is not a valid duration`,
        insteadOfDuration([duration]) ?? 'expected one such as 90m, 1d12h or PT90M',
      )
    await changeClock(shell, { advance: duration })
  },
})

/** What to type in the place of words that are no duration: `1d` for `1 day`. */
function insteadOfDuration(words: readonly string[]): string | undefined {
  const text = words.join(' ').trim()
  if (text.startsWith('-')) return "game time only moves forward; run 'gamify rewind --to TIME' to go back"
  const [, count, unit] = LONG_FORM.exec(text) ?? []
  return unit === undefined ? undefined : `did you mean '${count}${unit.toLowerCase()}'?`
}

/** `1 day`: the number, and the letter that a duration has for the unit. */
const LONG_FORM = /^(\d+) ?(?=(?:weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|[smhdw])$)([smhdw])/i
