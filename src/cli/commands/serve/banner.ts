import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import { programVersion } from '../../package-root.ts'
import { counted } from '../../render/counts.ts'
import { printable } from '../../render/printable.ts'
import { shellQuoted } from '../../render/shell-quoted.ts'
import type { Shell } from '../../shell.ts'
import type { ServePlan } from './plan.ts'

/** What was loaded into the staging runtime. */
interface Loaded {
  readonly metrics: number
  readonly actions: number
  readonly rules: number
  readonly processes: number
  readonly teams: number
  readonly leaderboards: number
  readonly players: number
}

/** Says that the game is served: where, for whom, from where, and what was loaded. Spec 6.3. */
export function showBanner(plan: ServePlan, emulator: Emulator, url: string, shell: Shell): void {
  const loaded = loadedIn(emulator)
  const clients = plan.project.clients.map(({ client_id }) => client_id)
  const { io, options } = shell
  if (options.json) return shell.printJson(JSON.stringify({ url, clients, data: plan.data ?? null, ...loaded }))
  if (plan.printEnv) io.stdout.write(environmentOf(plan, url))
  if (options.quiet) return
  const next = loaded.players === 0 ? nextStep(plan, url, shell) : undefined
  const text = [
    `${shell.paint.strong(`gamify ${programVersion()}`)} serves ${printable(plan.project.game.title)} on ${shell.paint.strong(url)}`,
    `  clients  ${clients.map(printable).join(', ') || 'none'}`,
    `  data     ${plan.data === undefined ? 'in memory alone' : shortest(plan.data, io.cwd)}`,
    `  design   ${designText(loaded)} ${origin(plan, emulator, io.cwd)}`,
    ...undeployed(plan, emulator, url, shell),
    `  players  ${loaded.players}`,
    ...(next === undefined ? [] : [`  next     ${next}`]),
  ].join('\n')
  // What another program reads from stdout stands alone there.
  ;(plan.printEnv ? io.stderr : io.stdout).write(`${text}\n`)
}

/** `3 metrics, 1 action, 2 rules`; of processes, teams and leaderboards only where there are any. */
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

/** What to do in a game without players. */
function nextStep(plan: ServePlan, url: string, shell: Shell): string {
  if (plan.project.file === undefined)
    return `there is no gamify.json here; '${program(shell)} init' writes a sample game`
  return `in a second terminal, to bring players in: ${elsewhere('seed', plan, url, shell)}`
}

/** Says that what routes have saved is not what is played by, which else shows nowhere. */
function undeployed(plan: ServePlan, emulator: Emulator, url: string, shell: Shell): readonly string[] {
  const changes = emulator.designs.undeployed().length
  if (changes === 0) return []
  const many = counted(changes, 'change', 'changes')
  return [
    `  latest   has ${many} that staging does not play by; '${elsewhere('design deploy', plan, url, shell)}' does that`,
  ]
}

/** What we are called where we were started: in a checkout we are not on the PATH. */
const program = ({ io }: Shell): string => (io.env.npm_lifecycle_event === undefined ? 'gamify' : 'node bin/gamify.js')

/** A command for a second terminal, which knows no flags of this one, and nothing of its environment. */
function elsewhere(command: string, { project, host, port }: ServePlan, url: string, shell: Shell): string {
  const { io, options } = shell
  const isTold = host === project.host && port === project.port && port !== 0 && !io.env.PORT
  const flags = [
    ...(options.config ? ['--config', shellQuoted(options.config)] : []),
    ...(isTold ? [] : ['--url', url]),
  ]
  return printable([program(shell), command, ...flags].join(' '))
}

function loadedIn(emulator: Emulator): Loaded {
  const { design, state } = emulator.runtime('staging')
  const { metrics, actions, rules, processes, teams, leaderboards } = design.source
  return {
    metrics: metrics.length,
    actions: actions.length,
    rules: rules.length,
    processes: processes.length,
    teams: teams.length,
    leaderboards: leaderboards.length,
    players: state.players.places.size,
  }
}

/** What a client of the staging runtime finds in its environment. Spec 6.1, 6.3 `--print-env`. */
function environmentOf({ project }: ServePlan, url: string): string {
  const client = project.clients.find(({ runtime, type }) => runtime === 'staging' && type === 'client')
  const account =
    client === undefined ? [] : [`GAMIFY_CLIENT_ID=${client.client_id}`, `GAMIFY_CLIENT_SECRET=${client.client_secret}`]
  return [`GAMIFY_URL=${url}`, ...account, ''].join('\n')
}

function origin({ design }: ServePlan, emulator: Emulator, cwd: string): string {
  const directory = shortest(design.reader.directory, cwd)
  const isNone = emulator.runtime('staging').state.design === ''
  if (!design.look.isThere) return `${isNone ? 'as' : 'as served last, for'} there is no directory ${directory}`
  return design.problems.length === 0 ? `from ${directory}` : `as served last, for ${directory} is broken`
}

function shortest(path: string, cwd: string): string {
  const near = relative(cwd, path)
  return printable(near === '' ? '.' : near.startsWith('..') ? path : near)
}
