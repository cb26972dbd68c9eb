import { seedPlayers, type Seeded } from '../../scripts/seed.ts'
import { defineCommand } from '../command.ts'
import { loadProject } from '../load-project.ts'
import { several } from '../option.ts'
import { readSeeds, seedFilesOf } from '../read-seeds.ts'
import { withService } from '../service.ts'

/** `gamify seed`: brings players and their scores in; a second run changes nothing. Spec 6.2, 6.4. */
export const seed = defineCommand({
  arguments: { paths: several('file', 'seed files (default: seeds/*.json of the project)') },
  options: {},
  examples: ['gamify seed', 'gamify seed seeds/players.json'],
  notes: 'Players that are there already are left as they are.\nWith --json: { created, existing }, ids of players.',
  async run({ paths }, shell) {
    const files = paths.length > 0 ? paths : await seedFilesOf(shell, await loadProject(shell))
    const players = await readSeeds(shell, files)
    const seeded = await withService(shell, ({ client }) => seedPlayers(client, players))
    shell.printJson(JSON.stringify(seeded))
    shell.confirm(seededText(seeded))
  },
})

function seededText({ created, existing }: Seeded): string {
  const made = `${created.length} ${created.length === 1 ? 'player' : 'players'} brought in`
  return existing.length === 0 ? made : `${made}, ${existing.length} were there and are as they were`
}
