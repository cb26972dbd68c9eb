import { control } from '../../client/control.ts'
import { replacedGameText } from '../../terminal/snapshots.ts'
import { restoredDesignText } from '../../terminal/restored.ts'
import { shellQuoted } from '../../terminal/render/shell-quoted.ts'
import type { Command } from '../command.ts'

/** Saves a snapshot of the game. */
const save: Command = {
  key: 'S',
  name: 'snapshot save',
  parameters: '[name]',
  description: 'save a snapshot of the game',
  disabledReason: () => undefined,
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

/** Restores a snapshot. */
const restore: Command = {
  key: 'R',
  name: 'snapshot restore',
  parameters: '[name] [yes]',
  description: 'restore a snapshot',
  disabledReason: () => undefined,
  async run(prompt, _, { service: { client }, toCommandLine }) {
    const name = await prompt.choose('Which snapshot?', async () =>
      (await control(client, 'GET /_gamify/snapshots')).body.data.map((point) => ({
        value: point.name,
        label: point.name,
        description: `entry ${point.seq}, saved ${point.created}`,
      })),
    )
    await prompt.confirm(`Restore snapshot '${name}' and undo everything after it?`)
    const params = { name }
    const { body: standing } = await control(client, 'POST /_gamify/snapshots/:name/restore', { params })
    return {
      tone: standing.design?.runs === 'recorded' ? 'bad' : 'good',
      // The line ends where the terminal does, so what matters most comes first.
      text: [
        `restored snapshot '${name}'`,
        ...(standing.design === undefined ? [] : [restoredDesignText(standing.design)]),
        `restore snapshot '${standing.snapshot}' to undo this`,
        await replacedGameText(client, standing),
      ].join('; '),
      commandLine: toCommandLine(`snapshot restore ${shellQuoted(name)} --yes`),
    }
  },
}

/** The actions on snapshots. */
export const snapshotDeeds: readonly Command[] = [save, restore]
