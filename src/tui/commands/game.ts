import { control } from '../../client/control.ts'
import { shellQuoted } from '../../sentences/shell-quoted.ts'
import { gameClock } from '../../terminal/game-clock.ts'
import { restoredDesignText } from '../../terminal/restored.ts'
import { replacedGameText } from '../../terminal/snapshots.ts'
import type { Command } from '../pane.ts'
import type { Question } from '../prompts.ts'
import { outOfLineAdvice } from './design.ts'

const ADVANCE_QUESTION: Question = {
  title: 'Advance the game clock by how much?',
  hints: ['A duration such as 90m, 1d12h, or PT90M (ISO 8601).'],
  suggested: '1d',
}

const advance: Command = {
  key: 'T',
  name: 'time advance',
  parameters: '[duration]',
  description: 'advance the game clock',
  async run(prompt, _, { service: { client }, toCommandLine }) {
    const { by, now } = await prompt.ask(ADVANCE_QUESTION, async (text) => ({
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

const freeze: Command = {
  key: 'F',
  name: 'time freeze',
  description: 'freeze the game clock, or resume it',
  async run(_, __, { service: { client }, toCommandLine }) {
    const { frozen: was } = await gameClock(client)
    const { now, frozen } = await gameClock(client, { frozen: !was })
    const text = `the clock ${frozen ? 'is frozen' : 'is running'} at ${now}`
    return { tone: 'good', text, commandLine: toCommandLine(frozen ? 'time freeze' : 'time resume') }
  },
}

const save: Command = {
  key: 'S',
  name: 'snapshot save',
  parameters: '[name]',
  description: 'save a snapshot of the game',
  async run(prompt, _, { service: { client }, toCommandLine }) {
    const question = {
      title: 'Name of the snapshot?',
      hints: ['Up to 64 letters, digits, dots, dashes and underscores.'],
    }
    const { name, seq } = await prompt.ask(
      question,
      async (text) => (await control(client, 'POST /_gamify/snapshots', { body: { name: text } })).body,
    )
    return {
      tone: 'good',
      text: `saved snapshot '${name}': the game after entry ${seq}`,
      commandLine: toCommandLine(`snapshot save ${shellQuoted(name)}`),
    }
  },
}

const restore: Command = {
  key: 'R',
  name: 'snapshot restore',
  parameters: '[name] [yes]',
  description: 'restore a snapshot',
  async run(prompt, _, { service: { client }, toCommandLine }) {
    const name = await prompt.choose('Which snapshot?', async () =>
      (await control(client, 'GET /_gamify/snapshots')).body.data.map((snapshot) => ({
        value: snapshot.name,
        label: snapshot.name,
        description: `entry ${snapshot.seq}, saved ${snapshot.created}`,
      })),
    )
    await prompt.confirm(`Restore snapshot '${name}' and undo everything after it?`)
    const params = { name }
    const { body: restored } = await control(client, 'POST /_gamify/snapshots/:name/restore', { params })
    const { design, snapshot } = restored
    const outOfLine = design?.runs === 'current' ? await outOfLineAdvice(client, toCommandLine) : undefined
    return {
      tone: design?.runs === 'recorded' || outOfLine !== undefined ? 'bad' : 'good',
      // The screen cuts a text that is too long, so the most important part comes first.
      text: [
        `restored snapshot '${name}'`,
        ...(outOfLine === undefined ? [] : [outOfLine]),
        ...(design === undefined ? [] : [restoredDesignText(design)]),
        `restore snapshot '${snapshot}' to undo this`,
        await replacedGameText(client, restored),
      ].join('; '),
      commandLine: toCommandLine(`snapshot restore ${shellQuoted(name)} --yes`),
    }
  },
}

/** The commands on the whole game: its clock and its snapshots. */
export const gameCommands: readonly Command[] = [advance, freeze, save, restore]
