import { control } from '../../client/control.ts'
import { replacedGameText } from '../../terminal/snapshots.ts'
import { restoredDesignText } from '../../terminal/restored.ts'
import { shellQuoted } from '../../terminal/hint.ts'
import type { Deed } from '../deed.ts'

/** Saves a snapshot of the game. */
const save: Deed = {
  key: 'S',
  words: 'snapshot save',
  takes: '[name]',
  about: 'save a snapshot of the game',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const question = {
      title: 'Name of the snapshot?',
      about: ['Up to 64 letters, digits, dots, dashes and underscores.'],
    }
    const { name, seq } = await talk.ask(
      question,
      async (text) => (await control(client, 'POST /_gamify/snapshots', { body: { name: text } })).body,
    )
    return {
      tone: 'good',
      text: `saved snapshot '${name}': the game after entry ${seq}`,
      command: commandLine(`snapshot save ${shellQuoted(name)}`),
    }
  },
}

/** Restores a snapshot. */
const restore: Deed = {
  key: 'R',
  words: 'snapshot restore',
  takes: '[name] [yes]',
  about: 'restore a snapshot',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const name = await talk.choose('Which snapshot?', async () =>
      (await control(client, 'GET /_gamify/snapshots')).body.data.map((point) => ({
        value: point.name,
        label: point.name,
        about: `entry ${point.seq}, saved ${point.created}`,
      })),
    )
    await talk.confirm(`Restore snapshot '${name}' and undo everything after it?`)
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
      command: commandLine(`snapshot restore ${shellQuoted(name)} --yes`),
    }
  },
}

/** The actions on snapshots. */
export const snapshotDeeds: readonly Deed[] = [save, restore]
