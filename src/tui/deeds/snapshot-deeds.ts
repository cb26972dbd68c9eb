import {
  pointSchema,
  pointsSchema,
  SNAPSHOTS_PATH,
  standingSchema,
  standingText,
} from '../../cli/commands/snapshot/points.ts'
import { readAs } from '../../cli/read-as.ts'
import { restoredDesignText } from '../../cli/restored.ts'
import { shellQuoted } from '../../cli/render/shell-quoted.ts'
import type { Deed } from '../deed.ts'

/** Keeps the game as it is under a name. */
const save: Deed = {
  key: 'S',
  words: 'snapshot save',
  takes: '[name]',
  about: 'save the whole game under a name',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const name = await talk.ask('What is its name?', ['Letters, digits, dots, dashes and underscores, 64 at most.'])
    const { seq } = readAs(pointSchema, await client.request('POST', SNAPSHOTS_PATH, { body: { name } }))
    return {
      tone: 'good',
      text: `saved ${name}: the game after entry ${seq}`,
      command: commandLine(`snapshot save ${shellQuoted(name)}`),
    }
  },
}

/** Brings the game back as it was saved. */
const restore: Deed = {
  key: 'R',
  words: 'snapshot restore',
  takes: '[name] [yes]',
  about: 'restore the game as it was saved',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const name = await talk.choose('Which snapshot?', async () =>
      readAs(pointsSchema, await client.request('GET', SNAPSHOTS_PATH)).data.map((point) => ({
        value: point.name,
        label: point.name,
        about: `entry ${point.seq}, saved ${point.created}`,
      })),
    )
    await talk.confirm(`Restore ${name}, and undo everything since?`)
    const params = { name }
    const standing = readAs(standingSchema, await client.request('POST', `${SNAPSHOTS_PATH}/:name/restore`, { params }))
    return {
      tone: standing.design?.runs === 'recorded' ? 'bad' : 'good',
      // The line ends where the terminal does, so what matters most comes first.
      text: [
        `restored ${name}`,
        ...(standing.design === undefined ? [] : [restoredDesignText(standing.design)]),
        `restore ${standing.snapshot} to undo this`,
        await standingText(client, standing),
      ].join('; '),
      command: commandLine(`snapshot restore ${shellQuoted(name)} --yes`),
    }
  },
}

/** What can be done about named points of the game. */
export const snapshotDeeds: readonly Deed[] = [save, restore]
