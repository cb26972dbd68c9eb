import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import { programVersion } from '../../package-root.ts'
import { printable } from '../../render/printable.ts'
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
  const text = [
    `${shell.paint.strong(`gamify ${programVersion()}`)} serves ${printable(plan.project.game.title)} on ${shell.paint.strong(url)}`,
    `  clients  ${clients.map(printable).join(', ') || 'none'}`,
    `  data     ${plan.data === undefined ? 'in memory alone' : shortest(plan.data, io.cwd)}`,
    `  design   ${loaded.metrics} metrics, ${loaded.actions} actions, ${loaded.rules} rules from ${shortest(plan.design, io.cwd)}`,
    `  players  ${loaded.players}`,
    ...(loaded.players === 0 ? [`  next     'gamify seed' in a second terminal brings players in`] : []),
  ].join('\n')
  // What another program reads from stdout stands alone there.
  ;(plan.printEnv ? io.stderr : io.stdout).write(`${text}\n`)
}

function loadedIn(emulator: Emulator): Loaded {
  const { design, state } = emulator.runtime('staging')
  const { metrics, actions, rules } = design.source
  return { metrics: metrics.length, actions: actions.length, rules: rules.length, players: state.players.places.size }
}

/** What a client of the staging runtime finds in its environment. Spec 6.1, 6.3 `--print-env`. */
function environmentOf({ project }: ServePlan, url: string): string {
  const client = project.clients.find(({ runtime, type }) => runtime === 'staging' && type === 'client')
  const account = client === undefined ? [] : [`GAMIFY_CLIENT_ID=${client.client_id}`, `GAMIFY_CLIENT_SECRET=${client.client_secret}`]
  return [`GAMIFY_URL=${url}`, ...account, ''].join('\n')
}

function shortest(path: string, cwd: string): string {
  const near = relative(cwd, path)
  return printable(near === '' ? '.' : near.startsWith('..') ? path : near)
}
