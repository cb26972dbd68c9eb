import type { Project } from '../../project/project.ts'
import { CliError } from '../cli-error.ts'
import { freePortAfter, isFree } from '../commands/serve/free-port.ts'
import { portOwner } from '../commands/serve/port-owner.ts'
import { exitCode } from '../exit-code.ts'
import { programVersion } from '../package-root.ts'
import { printable } from '../render/printable.ts'
import { stayWithService } from '../service.ts'
import type { Shell } from '../shell.ts'
import { failed, finding, type Finding } from './finding.ts'

/** The port that `gamify serve` would take. */
export async function checkPort({ host, port }: Project): Promise<Finding> {
  if (port === 0) return finding('port', 'ok', 'any that is free')
  if (await isFree(host, port)) return finding('port', 'ok', `${port} is free`)
  const [owner, free] = await Promise.all([portOwner(host, port), freePortAfter(host, port)])
  const told = `${port} is in use${owner === undefined ? '' : ` by ${owner}`}`
  if (owner?.startsWith('gamify ')) return finding('port', 'ok', told)
  const other = free === undefined ? 'use another port with --port N' : `--port ${free} is free`
  return finding('port', 'problem', `${told}, so 'gamify serve' cannot use it`, other)
}

/** The emulator that commands talk to. */
export async function checkEmulator(shell: Shell, servedAt: string | undefined): Promise<Finding> {
  const isNamed = Boolean(shell.options.url || shell.io.env.GAMIFY_URL)
  try {
    return await stayWithService(shell, async ({ client, url }) => {
      const { body } = await client.request('GET', '/_gamify/health')
      return healthOf(url, body as { readonly name?: unknown; readonly version?: unknown })
    })
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCode.unreachable) return failed('emulator', error)
    if (!isNamed && servedAt !== undefined) return finding('emulator', 'problem', error.message, HANGING)
    return finding('emulator', isNamed ? 'problem' : 'ok', error.message, ...error.advice)
  }
}

const HANGING =
  'the process that holds the lock hangs, or cannot be reached from here: stop it and start the emulator again'

function healthOf(url: string, { name, version }: { readonly name?: unknown; readonly version?: unknown }): Finding {
  if (name !== 'gamify')
    return finding('emulator', 'problem', `${url} is not an emulator`, 'set another address with --url')
  const told = `gamify ${printable(String(version))} answers at ${url}`
  if (version === programVersion()) return finding('emulator', 'ok', told)
  return finding('emulator', 'warning', `${told}, but this is ${programVersion()}`, 'start it again with this version')
}
