import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'
import type { Report } from '../game/design/component.ts'
import { compileDesign, type Design } from '../game/design/design.ts'
import type { InstanceSettings } from '../game/design/instance-settings.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { problemList } from '../game/kernel/problem-list.ts'
import { linkMetricReference } from '../game/metrics/design.ts'
import { compileReward } from '../game/rules/reward.ts'
import { problemsIn, type JsonFile } from '../project/json-file.ts'
import { limitedProblems, type Problem } from '../project/problem.ts'
import type { SeedPlayer, SeedProcess, Seeds, SeedTeam } from '../scripts/seed-file.ts'
import { mapInBatches } from '../scripts/seed-players.ts'

/** A seed file and its content. */
export interface SeedFile {
  readonly file: JsonFile
  readonly seeds: Seeds
}

/** What seeds can refer to. */
interface Present {
  readonly design: Design
  readonly players: ReadonlySet<string>
}

/**
 * Returns what the service would reject in seed files: metrics, items, states, definitions, roles, lanes and players
 * that do not exist. If the service does not show its design to this client, the list is empty, and the service checks
 * the seeds itself.
 */
export async function seedProblems(
  client: Client,
  files: readonly SeedFile[],
  directory: string,
): Promise<readonly Problem[]> {
  const design = await readDeployedDesign(client)
  if (design === undefined) return []
  const present = { design, players: await playersFor(client, files) }
  const found = files.map(({ file, seeds }) => problemsOf(file, seeds, present))
  const more = found.reduce((sum, each) => sum + each.more, 0)
  return limitedProblems(
    found.flatMap(({ told }) => told),
    directory,
    more,
  )
}

/** Reads the design that a game runs; undefined if the service does not show it to this client. */
export async function readDeployedDesign(client: Client): Promise<Design | undefined> {
  try {
    const design = compileDesign((await control(client, 'GET /_gamify/design/deployed')).body)
    return 'problems' in design ? undefined : design
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** Returns the players of the files, and those players of the game that the files name. */
async function playersFor(client: Client, files: readonly SeedFile[]): Promise<ReadonlySet<string>> {
  const players = new Set(files.flatMap(({ seeds }) => seeds.players.map(({ id }) => id)))
  const others = new Set(files.flatMap(({ seeds }) => namedIn(seeds))).difference(players)
  // Each player needs a call: no route takes a list of ids, and a game can have far more players than a seed names.
  const found = await mapInBatches([...others], async (id) => ((await isPlayer(client, id)) ? [id] : []))
  return players.union(new Set(found.flat()))
}

const namedIn = ({ teams, processes }: Seeds): readonly string[] => [
  ...teams.flatMap(({ owner, members = {} }) => [...(owner === undefined ? [] : [owner]), ...Object.keys(members)]),
  ...processes.flatMap(({ owner, performers = {} }) => [owner, ...Object.keys(performers)]),
]

async function isPlayer(client: Client, id: string): Promise<boolean> {
  try {
    await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'player_not_found') return false
    throw error
  }
}

function problemsOf(file: JsonFile, { players, teams, processes }: Seeds, present: Present) {
  const list = problemList<{ readonly path: readonly (string | number)[] }>()
  const at =
    (...prefix: readonly (string | number)[]): Report =>
    (path, words) =>
      list.add({ path: [...prefix, ...path] }, words)
  players.forEach((player, i) => checkScores(player, present, at('players', i, 'scores')))
  teams.forEach((team, i) => checkTeam(team, present, at('teams', i)))
  processes.forEach((process, i) => checkProcess(process, present, at('processes', i)))
  return { told: problemsIn(file, list.reported), more: list.more }
}

function checkScores({ scores = {} }: SeedPlayer, { design: { metrics } }: Present, report: Report): void {
  for (const [id, value] of Object.entries(scores)) {
    const metric = linkMetricReference(id, metrics, [id], report)
    if (metric === undefined) continue
    const reward = { metric: { id, type: metric.type }, verb: 'set', value } as const
    compileReward(reward, metrics, new Set(), ([, ...inValue], words) => report([id, ...inValue], words))
  }
}

function checkTeam({ definition, access, owner, members = {} }: SeedTeam, present: Present, report: Report): void {
  const found = checkDefinition('team', { definition, access }, present.design.teams, report)
  if (owner !== undefined) checkPlayer(owner, present, ['owner'], report)
  for (const [player, roles] of Object.entries(members)) {
    checkPlayer(player, present, ['members', player], report)
    roles.forEach((role, i) => {
      if (found === undefined || found.roles.has(role)) return
      report(
        ['members', player, i],
        (suggest) => `team '${found.id}' has no role ${quoted(role)}${suggest(role, found.roles.keys())}`,
      )
    })
  }
}

function checkProcess(process: SeedProcess, present: Present, report: Report): void {
  const { owner, performers = {} } = process
  const found = checkDefinition('process', process, present.design.processes, report)
  checkPlayer(owner, present, ['owner'], report)
  for (const [player, lanes] of Object.entries(performers)) {
    checkPlayer(player, present, ['performers', player], report)
    for (const lane of Object.keys(lanes)) {
      if (found === undefined || lane === '*' || found.lanes.includes(lane)) continue
      report(
        ['performers', player, lane],
        (suggest) => `process '${found.id}' has no lane ${quoted(lane)}${suggest(lane, found.lanes)}`,
      )
    }
  }
}

function checkDefinition<D extends InstanceSettings>(
  kind: 'team' | 'process',
  { definition, access }: Pick<SeedTeam, 'definition' | 'access'>,
  definitions: ReadonlyMap<string, D>,
  report: Report,
): D | undefined {
  const found = definitions.get(definition)
  if (found === undefined)
    report(
      ['definition'],
      (suggest) => `unknown ${kind} ${quoted(definition)}${suggest(definition, definitions.keys())}`,
    )
  else if (access !== undefined && !found.access.includes(access))
    report(
      ['access'],
      `the ${kind} '${definition}' does not allow ${access}; expected one of ${found.access.join(', ')}`,
    )
  return found
}

function checkPlayer(id: string, { players }: Present, path: readonly (string | number)[], report: Report): void {
  if (!players.has(id))
    report(path, (suggest) => `unknown player ${quoted(id)}${suggest(id, players)}; add it to 'players'`)
}
