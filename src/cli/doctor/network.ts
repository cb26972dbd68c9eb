import type { Project } from '../../project/project.ts'
import { printable } from '../../sentences/printable.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { healthOf, type Health } from '../../terminal/health.ts'
import { stayWithService } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { unreachableAddress } from '../../terminal/unreachable.ts'
import { portOwner, freePortAfter, isFree } from '../commands/serve/ports.ts'
import { programVersion } from '../package-root.ts'
import { failed, finding, type Finding } from './finding.ts'

/** Checks the port that `gamify serve` would use. */
export async function checkPort({ host, port }: Project): Promise<Finding> {
  if (port === 0) return finding('port', 'ok', 'any that is free')
  if (await isFree(host, port)) return finding('port', 'ok', `${port} is free`)
  const [owner, free] = await Promise.all([portOwner(host, port), freePortAfter(host, port)])
  const message = `${port} is in use${owner === undefined ? '' : ` by ${owner}`}`
  if (owner?.startsWith('gamify ')) return finding('port', 'ok', message)
  const other = free === undefined ? 'use another port with --port N' : `--port ${free} is free`
  return finding('port', 'problem', `${message}, so 'gamify serve' cannot use it`, other)
}

/** Checks the emulator that commands call. */
export async function checkEmulator(shell: Shell, servedAt: string | undefined): Promise<Finding> {
  const isNamed = Boolean(shell.options.url || shell.io.env.GAMIFY_URL)
  try {
    return await stayWithService(shell, async ({ client, address }) => {
      const health = await healthOf(client)
      return findingOf(address(), health)
    })
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCode.unreachable) return failed('emulator', error)
    if (!isNamed && servedAt !== undefined) return finding('emulator', 'problem', error.message, UNRESPONSIVE_ADVICE)
    const url = unreachableAddress(error)
    if (isNamed || url === undefined) return failed('emulator', error)
    return finding('emulator', 'note', `no emulator is running at ${url}`, ...error.advice)
  }
}

const UNRESPONSIVE_ADVICE = 'the process that holds the lock does not answer; stop it and start the emulator again'

function findingOf(url: string, { name, version, status }: Health): Finding {
  if (name !== 'gamify')
    return finding('emulator', 'problem', `${url} is not an emulator`, 'set another address with --url')
  const message = `gamify ${printable(String(version))} answers at ${url}`
  if (status === 'waiting')
    return finding(
      'emulator',
      'warning',
      `${message} and waits for a valid design`,
      'fix the design; it starts by itself',
    )
  if (status === 'storage_failed')
    return finding('emulator', 'problem', `${message} and has stopped after a failed write`, 'restart it')
  if (version === programVersion()) return finding('emulator', 'ok', message)
  return finding(
    'emulator',
    'warning',
    `${message}, but this is ${programVersion()}`,
    'start it again with this version',
  )
}
