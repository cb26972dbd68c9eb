import { MAX_PLAYERS } from '../../lab/simulate/simulation.ts'
import type { Seeded, SeedProgress } from '../../scripts/seed.ts'
import { counted } from '../../sentences/quantities.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { loadProject } from '../../terminal/load-project.ts'
import { progressBar } from '../../terminal/render/progress.ts'
import { stayWithService, withService } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { filled, integer, several, text as textOption, texts } from '../option.ts'
import { readSeeds, seedFilesOf, type ReadSeeds } from '../read-seeds.ts'
import { applySeeds, checkSeeds, progressText } from '../seed-service.ts'
import { NOTHING_CREATED, onInterruption } from './seed/interruption.ts'
import type { WantedPeople } from './seed/make-people.ts'

const MAX_PEOPLE = 10_000_000

/**
 * `gamify seed`: creates players with scores, teams and processes. A second run completes an interrupted one. Spec 6.2,
 * 6.4.
 */
export const seed = defineCommand({
  arguments: { paths: several('file', 'Seed files (default: seeds/*.json of the project)', 'file') },
  options: {
    players: integer('--players <n>', 'Generate players, up to this total number', 1, MAX_PEOPLE),
    randomSeed: filled(
      textOption('--random-seed <text>', 'The seed for generated players; another text gives other players'),
    ),
    personas: texts(
      '--persona <name>',
      'A persona of a simulation that generated players behave like (repeatable)',
      'persona',
    ),
  },
  examples: [
    'gamify seed',
    'gamify seed seeds/players.json',
    'gamify seed --players 1000 --random-seed spring',
    'gamify seed --players 200 --persona casual --persona grinder',
  ],
  notes: [
    'gamify first checks all files against the deployed design. If a file names a metric, an item, a state, a definition, a',
    'role, a lane or a player that does not exist, gamify lists each place, exits with 2 and changes nothing.',
    'If a seed stops early, its changes so far stay, and gamify prints how many there are. Run the same seed again to add the',
    'rest (with --players, see below). What a repeated seed adds:',
    '- To a player: the scores in metrics where the player has no score yet.',
    '- To a player created within the last day of game time who has not played yet: also the scores that the bootstrap has',
    '  set. The client needs the scope debug for that.',
    '- To a team or process that only operators have changed: the missing members or performers.',
    'With --json: { created, completed, existing, teams, processes }: the ids of players, and the same three lists for teams',
    'and processes.',
    '',
    'With --players, the seed reads only the files that you name. The same --random-seed always gives the same players: a',
    'larger number adds to them. In an empty game, the players join one by one over the eight weeks before the game time',
    'and play the actions that new players can play: a few play a lot, most play little. In a game that is not empty, the',
    'missing players join now and do not play: after an interrupted run, a second run does not complete the plays. For those,',
    "run 'gamify state reset' first.",
    'With --persona, players do what the persona does in a simulation: its sessions, choices, strategy and leaving. Name it',
    "as '<persona>', or as '<simulation>:<persona>' if several simulations have one. Several personas share the players as the",
    "groups of their simulations do. The built-in personas 'casual', 'regular' and 'heavy' are always there. Personas play",
    'much more than other generated players, so this takes longer.',
    'With --json: { generated: { created, existing, played, refused } }, the numbers of players and plays, next to the result',
    'of the files.',
  ].join('\n'),
  async run({ paths, players, randomSeed, personas }, shell) {
    const without = personas.length > 0 ? '--persona' : '--random-seed'
    if (players === undefined && (randomSeed !== undefined || personas.length > 0))
      throw usageError(`${without} needs --players`, 'set the number with --players N')
    if (players !== undefined && players > MAX_PLAYERS && personas.length > 0)
      throw usageError(`--persona allows at most ${MAX_PLAYERS} players`, 'generate fewer, or leave out --persona')
    onInterruption(shell, () => NOTHING_CREATED)
    const files =
      players === undefined && paths.length === 0 ? await seedFilesOf(shell, await loadProject(shell)) : paths
    const seeds = await readSeeds(shell, files)
    if (files.length > 0) await withService(shell, ({ client }) => checkSeeds(client, seeds, shell.io.cwd))
    const generated =
      players === undefined ? undefined : await makePeople(shell, { count: players, seed: randomSeed, personas })
    const seeded = files.length === 0 ? undefined : await applyFiles(shell, seeds)
    shell.printJson(JSON.stringify({ ...seeded, ...(generated && { generated }) }))
  },
})

async function applyFiles(shell: Shell, seeds: ReadSeeds): Promise<Seeded> {
  const { io, options } = shell
  const bar = progressBar(shell, 'entries')
  let progress: SeedProgress = { done: 0, of: seeds.players.length + seeds.teams.length + seeds.processes.length }
  onInterruption(shell, () => progressText(progress, false))
  const seeded = await stayWithService(shell, ({ client }) =>
    applySeeds(client, seeds, io.cwd, { options }, (made) => {
      progress = made
      bar.show(made.done, made.of)
    }),
  ).finally(bar.end)
  shell.confirm(seededText(seeded))
  return seeded
}

/** Loads the generator on demand, because most seeds do not need it. */
async function makePeople(shell: Shell, wanted: WantedPeople): Promise<object> {
  const { makePeople: make } = await import('./seed/make-people.ts')
  return make(shell, wanted)
}

function seededText({ teams, processes, ...players }: Seeded): string {
  const parts = [
    ...partsOf(players, ['player', 'players'], 'got missing scores'),
    ...(isNone(teams) ? [] : partsOf(teams, ['team', 'teams'], 'got missing members')),
    ...(isNone(processes) ? [] : partsOf(processes, ['process', 'processes'], 'got missing performers')),
  ]
  return parts.join(', ')
}

type Outcomes = Seeded['teams']

const isNone = ({ created, completed, existing }: Outcomes): boolean =>
  created.length + completed.length + existing.length === 0

function partsOf(
  { created, completed, existing }: Outcomes,
  [one, several]: readonly [string, string],
  completedText: string,
): string[] {
  return [
    `${counted(created.length, one, several)} created`,
    ...(completed.length > 0 ? [`${completed.length} ${completedText}`] : []),
    ...(existing.length > 0
      ? [counted(existing.length, 'already existed, unchanged', 'already existed, unchanged')]
      : []),
  ]
}
