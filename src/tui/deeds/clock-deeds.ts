import { gameClock } from '../../terminal/game-clock.ts'
import { shellQuoted } from '../../terminal/hint.ts'
import type { Deed, Question } from '../deed.ts'

const ADVANCE: Question = {
  title: 'Advance the game clock by how much?',
  about: ['A duration such as 90m, 1d12h, or PT90M (ISO 8601).'],
  suggested: '1d',
}

/** Advances the game clock. */
const advance: Deed = {
  key: 'T',
  words: 'time advance',
  takes: '[duration]',
  about: 'advance the game clock',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const { by, now } = await talk.ask(ADVANCE, async (text) => ({
      by: text,
      now: (await gameClock(client, { advance: text })).now,
    }))
    return {
      tone: 'good',
      text: `the game time is now ${now}`,
      command: commandLine(`time advance ${shellQuoted(by)}`),
    }
  },
}

/** Freezes the game clock, or resumes it. */
const freeze: Deed = {
  key: 'F',
  words: 'time freeze',
  takes: '',
  about: 'freeze the game clock, or resume it',
  whyNot: () => undefined,
  async run(_, __, { service: { client }, commandLine }) {
    const { frozen: was } = await gameClock(client)
    const { now, frozen } = await gameClock(client, { frozen: !was })
    const text = `the clock ${frozen ? 'is frozen' : 'is running'} at ${now}`
    return { tone: 'good', text, command: commandLine(frozen ? 'time freeze' : 'time resume') }
  },
}

/** The actions on the game clock. */
export const clockDeeds: readonly Deed[] = [advance, freeze]
