import { seedGame, type Seeded } from '../../scripts/seed.ts'
import { defineCommand } from '../command.ts'
import { loadProject } from '../load-project.ts'
import { several } from '../option.ts'
import { readSeeds, seedFilesOf } from '../read-seeds.ts'
import { counted } from '../render/counts.ts'
import { withService } from '../service.ts'

/** `gamify seed`: brings players and their scores, teams and processes in; completes what was interrupted, else a second run changes nothing. Spec 6.2, 6.4. */
export const seed = defineCommand({
  arguments: { paths: several('file', 'seed files (default: seeds/*.json of the project)') },
  options: {},
  examples: ['gamify seed', 'gamify seed seeds/players.json'],
  notes: [
    'Players that are there already get the scores of those metrics of which they have no entry yet. Where nothing has',
    'happened to one that was made within the last day (its feed is empty), it gets those of its other metrics too, which',
    'the bootstrap has set: so a seed that was interrupted is completed. All else of them stays as it is.',
    'A team or process that is there already is completed where none but operators had a hand in it, else it stays as it is.',
    'With --json: { created, completed, existing, teams, processes }: ids of players, and the same three of the others.',
  ].join('\n'),
  async run({ paths }, shell) {
    const files = paths.length > 0 ? paths : await seedFilesOf(shell, await loadProject(shell))
    const seeds = await readSeeds(shell, files)
    const seeded = await withService(shell, ({ client }) => seedGame(client, seeds))
    shell.printJson(JSON.stringify(seeded))
    shell.confirm(seededText(seeded))
  },
})

function seededText({ teams, processes, ...players }: Seeded): string {
  const parts = [
    ...partsOf(players, ['player', 'players'], 'got scores that were missing'),
    ...(isNone(teams) ? [] : partsOf(teams, ['team', 'teams'], 'got members that were missing')),
    ...(isNone(processes) ? [] : partsOf(processes, ['process', 'processes'], 'got performers that were missing')),
  ]
  return parts.join(', ')
}

type Outcomes = Seeded['teams']

const isNone = ({ created, completed, existing }: Outcomes): boolean =>
  created.length + completed.length + existing.length === 0

function partsOf(
  { created, completed, existing }: Outcomes,
  [one, several]: readonly [string, string],
  lacked: string,
): string[] {
  return [
    `${counted(created.length, one, several)} brought in`,
    ...(completed.length > 0 ? [`${completed.length} ${lacked}`] : []),
    ...(existing.length > 0
      ? [counted(existing.length, 'was there and is as it was', 'were there and are as they were')]
      : []),
  ]
}
