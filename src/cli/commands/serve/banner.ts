import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import { programVersion } from '../../package-root.ts'
import { printable } from '../../render/printable.ts'
import { shellQuoted } from '../../render/shell-quoted.ts'
import type { Shell } from '../../shell.ts'
import type { ServePlan } from './plan.ts'

/** What was loaded into the staging runtime. */
interface Loaded {
  readonly metrics: number
  readonly actions: number
  readonly rules: number
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
    `  design   ${loaded.metrics} metrics, ${loaded.actions} actions, ${loaded.rules} rules ${origin(plan, emulator, io.cwd)}`,
    `  players  ${loaded.players}`,
    ...(next === undefined ? [] : [`  next     ${next}`]),
  ].join('\n')
  // What another program reads from stdout stands alone there.
  ;(plan.printEnv ? io.stderr : io.stdout).write(`${text}\n`)
}

/** What to do in a game without players, from where it was started: in a checkout it is not on the PATH. */
function nextStep({ project, host, port }: ServePlan, url: string, { io, options }: Shell): string {
  const program = io.env.npm_lifecycle_event === undefined ? 'gamify' : 'node bin/gamify.js'
  if (project.file === undefined) return `there is no gamify.json here; '${program} init' writes a sample game`
  // A second terminal knows no flags of this one, and nothing of its environment.
  const isTold = host === project.host && port === project.port && port !== 0 && !io.env.PORT
  const flags = [
    ...(options.config ? ['--config', shellQuoted(options.config)] : []),
    ...(isTold ? [] : ['--url', url]),
  ]
  return `in a second terminal, to bring players in: ${printable([program, 'seed', ...flags].join(' '))}`
}

function loadedIn(emulator: Emulator): Loaded {
  const { design, state } = emulator.runtime('staging')
  const { metrics, actions, rules } = design.source
  return { metrics: metrics.length, actions: actions.length, rules: rules.length, players: state.players.places.size }
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
