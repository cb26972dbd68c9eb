import { gameClock } from '../../terminal/game-clock.ts'
import { shellQuoted } from '../../terminal/render/shell-quoted.ts'
import type { Command, Question } from '../command.ts'

const ADVANCE: Question = {
  title: 'Advance the game clock by how much?',
  hints: ['A duration such as 90m, 1d12h, or PT90M (ISO 8601).'],
  suggested: '1d',
}

/** Advances the game clock. */
const advance: Command = {
  key: 'T',
  name: 'time advance',
  parameters: '[duration]',
  description: 'advance the game clock',
  disabledReason: () => undefined,
  async run(prompt, _, { service: { client }, toCommandLine }) {
    const { by, now } = await prompt.ask(ADVANCE, async (text) => ({
      by: text,
      now: (await gameClock(client, { advance: text })).now,
    }))
    return {
      tone: 'good',
      text: `the game time is now ${now}`,
      commandLine: toCommandLine(`time advance ${shellQuoted(by)}`),
    }
  },
}

/** Freezes the game clock, or resumes it. */
const freeze: Command = {
  key: 'F',
  name: 'time freeze',
  parameters: '',
  description: 'freeze the game clock, or resume it',
  disabledReason: () => undefined,
  async run(_, __, { service: { client }, toCommandLine }) {
    const { frozen: was } = await gameClock(client)
    const { now, frozen } = await gameClock(client, { frozen: !was })
    const text = `the clock ${frozen ? 'is frozen' : 'is running'} at ${now}`
    return { tone: 'good', text, commandLine: toCommandLine(frozen ? 'time freeze' : 'time resume') }
  },
}

/** The actions on the game clock. */
export const clockDeeds: readonly Command[] = [advance, freeze]
