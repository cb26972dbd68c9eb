import { gameClock } from '../../cli/game-clock.ts'
import { shellQuoted } from '../../cli/render/shell-quoted.ts'
import type { Deed } from '../deed.ts'

/** Lets game time go on at once. */
const advance: Deed = {
  key: 'T',
  words: 'time advance',
  takes: '[duration]',
  about: 'advance game time by a duration',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const by = await talk.ask('By how much?', ['90m, 1d12h, or PT90M as in ISO 8601.'], '1d')
    const { now } = await gameClock(client, { advance: by })
    return { tone: 'good', text: `it is ${now} in the game`, command: commandLine(`time advance ${shellQuoted(by)}`) }
  },
}

/** Lets game time stand still, or run on. */
const freeze: Deed = {
  key: 'F',
  words: 'time freeze',
  takes: '',
  about: 'freeze game time, or resume it if it is frozen',
  whyNot: () => undefined,
  async run(_, __, { service: { client }, commandLine }) {
    const { frozen: was } = await gameClock(client)
    const { now, frozen } = await gameClock(client, { frozen: !was })
    const text = `${now}: the clock ${frozen ? 'is frozen' : 'is running'}`
    return { tone: 'good', text, command: commandLine(frozen ? 'time freeze' : 'time resume') }
  },
}

/** What can be done about the clock of the game. */
export const clockDeeds: readonly Deed[] = [advance, freeze]
