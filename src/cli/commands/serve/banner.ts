import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import { readClock, type ClockReading } from '../../../emulator/session/clock.ts'
import { toIso } from '../../../game/kernel/instant.ts'
import { DEFAULT_DIALECT } from '../../../interface/dialect.ts'
import { authorityFiles } from '../../../secure/authority-files.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { invocationFrom } from '../../../terminal/hint.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { programVersion } from '../../package-root.ts'
import { findSeedFiles } from '../../read-seeds.ts'
import { environmentOf, environmentText, type Served } from './environment.ts'
import type { ServePlan } from './plan.ts'

/** The numbers of what the staging runtime contains. */
interface Loaded {
  readonly metrics: number
  readonly actions: number
  readonly rules: number
  readonly processes: number
  readonly teams: number
  readonly leaderboards: number
  readonly players: number
}

/** Prints that the game is served: the address, the clients, the data directory, and what was loaded. Spec 6.3. */
export async function showBanner(plan: ServePlan, emulator: Emulator, served: Served, shell: Shell): Promise<void> {
  const { url, authority } = served
  const loaded = countLoaded(emulator)
  const { io, options } = shell
  if (options.json) return shell.printJson(JSON.stringify({ ...servedFacts(plan, served), ...loaded }))
  if (plan.printEnv) io.stdout.write(environmentText(environmentOf(plan, served)))
  if (options.quiet) return
  const next = loaded.players === 0 ? await nextStep(plan, served, shell) : undefined
  const text = [
    `${shell.paint.strong(`gamify ${programVersion()}`)} serves ${printable(plan.project.game.title)} on ${shell.paint.strong(url)}`,
    ...(authority === undefined ? [] : trustText(plan, authority)),
    `  docs     ${url}/_gamify/docs`,
    `  clients  ${clientsText(plan)}`,
    ...(plan.settings.dialect === DEFAULT_DIALECT ? [] : [`  dialect  ${plan.settings.dialect}`]),
    `  data     ${plan.data === undefined ? 'in memory only' : shortestPath(plan.data, io.cwd)}`,
    `  design   ${designText(loaded)} ${originText(plan, emulator, io.cwd)}`,
    ...undeployedText(plan, emulator, served, shell),
    ...clocksText(emulator, io.now()),
    `  players  ${loaded.players}`,
    ...(next === undefined ? [] : [`  next     ${next}`]),
  ].join('\n')
  // If another program reads the environment variables from stdout, nothing else may be there.
  ;(plan.printEnv ? io.stderr : io.stdout).write(`${text}\n`)
}

/** Prints the address of a game that waits for a valid design, in the form of the later banner. Spec 6.3. */
export function showWaiting(plan: ServePlan, served: Served, shell: Shell): void {
  const { io, options, paint } = shell
  if (options.json) return shell.printJson(JSON.stringify({ ...servedFacts(plan, served), status: 'waiting' }))
  if (plan.printEnv) io.stdout.write(environmentText(environmentOf(plan, served)))
  if (options.quiet) return
  const { url, authority } = served
  const text = [
    `${paint.strong(`gamify ${programVersion()}`)} waits for a valid design on ${paint.strong(url)}`,
    ...(authority === undefined ? [] : trustText(plan, authority)),
  ].join('\n')
  ;(plan.printEnv ? io.stderr : io.stdout).write(`${text}\n`)
}

/** Returns the address, the clients and the data directory for `--json`. */
function servedFacts({ project, data, https }: ServePlan, { url, authority }: Served): object {
  const trusted = https === undefined ? {} : { authority: authority ?? null }
  return { url, ...trusted, clients: project.clients.map(({ client_id }) => client_id), data: data ?? null }
}

/** Returns `web (code, staging)`: each client with its flow and its runtime. */
function clientsText({ project }: ServePlan): string {
  const each = project.clients.map(({ client_id, type, runtime }) => `${printable(client_id)} (${type}, ${runtime})`)
  return each.join(', ') || 'none'
}

/** Returns `3 metrics, 1 action, 2 rules`; processes, teams and leaderboards only if there are any. */
function designText({ metrics, actions, rules, processes, teams, leaderboards }: Loaded): string {
  const parts = [
    counted(metrics, 'metric', 'metrics'),
    counted(actions, 'action', 'actions'),
    counted(rules, 'rule', 'rules'),
    ...(processes > 0 ? [counted(processes, 'process', 'processes')] : []),
    ...(teams > 0 ? [counted(teams, 'team', 'teams')] : []),
    ...(leaderboards > 0 ? [counted(leaderboards, 'leaderboard', 'leaderboards')] : []),
  ]
  return parts.join(', ')
}

/** Returns the next step for a game without players. */
async function nextStep(plan: ServePlan, served: Served, shell: Shell): Promise<string> {
  if (plan.project.file === undefined)
    return `no gamify.json here; run '${invocationFrom(shell.io, shell.io.cwd)} init' to create a sample game`
  const hasSeeds = (await findSeedFiles(shell, plan.project)).length > 0
  const [what, command] = hasSeeds ? ['players', 'seed'] : ['a player', 'player create ana']
  return `create ${what} from a second terminal: ${commandElsewhere(command, plan, served, shell)}`
}

/** Returns a line about changes of the design that routes saved and that are not deployed; nothing else shows them. */
function undeployedText(plan: ServePlan, emulator: Emulator, served: Served, shell: Shell): readonly string[] {
  const changes = emulator.designs.undeployed().length
  if (changes === 0) return []
  const many = counted(changes, 'change', 'changes')
  return [
    `  latest   has ${many} that staging does not have yet; '${commandElsewhere('design deploy', plan, served, shell)}' deploys it`,
  ]
}

/** Returns a line for the clock of each runtime that does not show real time. Spec 6.3. */
function clocksText(emulator: Emulator, machineMs: number): readonly string[] {
  const readingOf = (name: 'staging' | 'production'): ClockReading =>
    readClock(emulator.runtime(name).state.clock, machineMs)
  const textOf = ({ now, frozen }: ClockReading): string | undefined => {
    const off = offText(now - machineMs)
    if (!frozen && off === undefined) return undefined
    return `${frozen ? 'frozen at' : 'running at'} ${toIso(now)}${off === undefined ? '' : `, ${off} real time`}`
  }
  const readings = [readingOf('staging'), readingOf('production')] as const
  const [staging, production] = [textOf(readings[0]), textOf(readings[1])]
  // The same flag set both clocks, one after the other, so they can differ slightly.
  const isSame = readings[0].frozen === readings[1].frozen && Math.abs(readings[0].now - readings[1].now) < 1_000
  if (isSame) return staging === undefined ? [] : [`  clock    ${staging}`]
  return [
    ...(staging === undefined ? [] : [`  clock    ${staging} (staging)`]),
    ...(production === undefined ? [] : [`  clock    ${production} (production)`]),
  ]
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Returns `3 days ahead of` or `1 hour behind`; undefined for less than a second. */
function offText(ms: number): string | undefined {
  const found = UNITS.find(([, unitMs]) => Math.abs(ms) >= unitMs)
  if (found === undefined) return undefined
  const [unit, unitMs] = found
  return `${counted(Math.floor(Math.abs(ms) / unitMs), unit, `${unit}s`)} ${ms > 0 ? 'ahead of' : 'behind'}`
}

/** Returns a command for a second terminal, which does not have the flags and environment variables of this one. */
function commandElsewhere(command: string, plan: ServePlan, { url, authority }: Served, shell: Shell): string {
  const { project, host, port, https } = plan
  const { io, options } = shell
  // Commands find the emulator that serves the data directory of their project, and refuse one that serves another.
  const isAtHome = !https && host === project.host && port === project.port && port !== 0 && !io.env.PORT
  const isImplied = plan.data === undefined ? isAtHome : plan.data === project.data
  // Commands find the certificate authority in the data directory of their project.
  const isTrusted = authority === undefined || authority === authorityFiles(project.data).cert
  const flags = [
    ...(options.config ? ['--config', shellQuoted(options.config)] : []),
    ...(isImplied ? [] : ['--url', url]),
  ]
  const trust = isTrusted ? [] : [`NODE_EXTRA_CA_CERTS=${shellQuoted(authority)}`]
  return printable([...trust, invocationFrom(io, io.cwd), command, ...flags].join(' '))
}

function countLoaded(emulator: Emulator): Loaded {
  const { design, state } = emulator.runtime('staging')
  const { metrics, actions, rules, processes, teams, leaderboards } = design.source
  return {
    metrics: metrics.length,
    actions: actions.length,
    rules: rules.length,
    processes: processes.length,
    teams: teams.length,
    leaderboards: leaderboards.length,
    players: state.players.index.size,
  }
}

/** Returns how clients can trust our certificate authority. */
function trustText({ data }: ServePlan, authority: string): readonly string[] {
  const file = printable(authority)
  return [
    `  https    signed by an authority ${data === undefined ? 'generated for this run only' : 'kept with the data'}; clients must trust ${file}`,
    `           Node with NODE_EXTRA_CA_CERTS=FILE, curl with --cacert FILE, browsers through the certificate store of the system`,
  ]
}

const LAST_VALID = 'of the last valid design'

function originText({ design }: ServePlan, emulator: Emulator, cwd: string): string {
  const directory = shortestPath(design.reader.directory, cwd)
  const isNone = emulator.runtime('staging').state.design === ''
  if (!design.look.isThere)
    return isNone
      ? `because there is no directory ${directory}`
      : `${LAST_VALID}, because there is no directory ${directory}`
  return design.problems.length === 0 ? `from ${directory}` : `${LAST_VALID}, because ${directory} has problems`
}

function shortestPath(path: string, cwd: string): string {
  const near = relative(cwd, path)
  return printable(near === '' ? '.' : near.startsWith('..') ? path : near)
}
