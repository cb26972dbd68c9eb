import { seedPlayers, type Seeded } from '../../scripts/seed.ts'
import { defineCommand } from '../command.ts'
import { loadProject } from '../load-project.ts'
import { several } from '../option.ts'
import { readSeeds, seedFilesOf } from '../read-seeds.ts'
import { withService } from '../service.ts'

/** `gamify seed`: brings players and their scores in; completes what was interrupted, else a second run changes nothing. Spec 6.2, 6.4. */
export const seed = defineCommand({
  arguments: { paths: several('file', 'seed files (default: seeds/*.json of the project)') },
  options: {},
  examples: ['gamify seed', 'gamify seed seeds/players.json'],
  notes: [
    'Players that are there already get the scores of those metrics of which they have no entry yet. Where nothing has',
    'happened to one that was made within the last day (its feed is empty), it gets those of its other metrics too, which',
    'the bootstrap has set: so a seed that was interrupted is completed. All else of them stays as it is.',
    'With --json: { created, completed, existing }, ids of players.',
  ].join('\n'),
  async run({ paths }, shell) {
    const files = paths.length > 0 ? paths : await seedFilesOf(shell, await loadProject(shell))
    const players = await readSeeds(shell, files)
    const seeded = await withService(shell, ({ client }) => seedPlayers(client, players))
    shell.printJson(JSON.stringify(seeded))
    shell.confirm(seededText(seeded))
  },
})

function seededText({ created, completed, existing }: Seeded): string {
  const parts = [`${created.length} ${created.length === 1 ? 'player' : 'players'} brought in`]
  if (completed.length > 0) parts.push(`${completed.length} got scores that were missing`)
  if (existing.length > 0) parts.push(`${existing.length} were there and are as they were`)
  return parts.join(', ')
}
