import {
  pointSchema,
  pointsSchema,
  SNAPSHOTS_PATH,
  standingSchema,
  standingText,
} from '../../cli/commands/snapshot/points.ts'
import { readAs } from '../../cli/read-as.ts'
import { shellQuoted } from '../../cli/render/shell-quoted.ts'
import type { Deed } from '../deed.ts'

/** Keeps the game as it is under a name. */
const save: Deed = {
  key: 'S',
  words: 'snapshot save',
  takes: '[name]',
  about: 'keep the whole game as it is under a name',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const name = await talk.ask('Under which name?', ['Letters, digits, dots, dashes and underscores, 64 at most.'])
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
  about: 'bring the game back as it was saved',
  whyNot: () => undefined,
  async run(talk, _, { service: { client }, commandLine }) {
    const name = await talk.choose('Which snapshot?', async () =>
      readAs(pointsSchema, await client.request('GET', SNAPSHOTS_PATH)).data.map((point) => ({
        value: point.name,
        label: point.name,
        about: `entry ${point.seq}, saved ${point.created}`,
      })),
    )
    await talk.confirm(`Restore ${name}, and lose all that has happened since?`)
    const params = { name }
    const standing = readAs(standingSchema, await client.request('POST', `${SNAPSHOTS_PATH}/:name/restore`, { params }))
    return {
      tone: 'good',
      text: `restored ${name}: ${await standingText(client, standing)}`,
      command: commandLine(`snapshot restore ${shellQuoted(name)} --yes`),
    }
  },
}

/** What can be done about named points of the game. */
export const snapshotDeeds: readonly Deed[] = [save, restore]
