import { createServer } from 'node:http'
import { routes } from '../../../game/routes.ts'
import { isThere } from '../../../project/directory.ts'
import type { ServedGame } from '../../../server/served-game.ts'
import { startServer, type Server, type ServerOptions, listen, ListenError } from '../../../server/server.ts'
import { CliError, usageError } from '../../../terminal/cli-error.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { programVersion } from '../../package-root.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { portOwner, freePortAfter } from './ports.ts'

/**
 * Checks that the address is available before a new data directory is created; otherwise a failed start would leave a
 * useless directory.
 */
export async function requireAddress({ host, port, data }: ServePlan, { io }: Shell): Promise<void> {
  if (port === 0 || data === undefined || (await isThere(io.files, data))) return
  const probe = createServer()
  try {
    await listen(probe, host, port)
  } catch (error) {
    throw error instanceof ListenError ? await addressError(error, io) : error
  }
  await new Promise((resolve) => probe.close(resolve))
}

/** Starts the server at the planned address. */
export async function serveGame(
  { io }: Shell,
  plan: ServePlan,
  emulator: ServedGame,
  log: Log,
  more: Pick<ServerOptions, 'identity' | 'designFiles' | 'forwarding' | 'lab' | 'seeds'>,
): Promise<Server> {
  const { host, port, noAuth, noStudio, allowedHosts, front, nodeFacts, calledNode, tracer } = plan
  try {
    return await startServer({
      emulator,
      routes,
      host,
      port,
      noAuth,
      hasStudio: !noStudio,
      allowedHosts,
      version: programVersion(),
      ...(log.request && { onRequest: log.request }),
      onDefect: log.defect,
      front,
      node: nodeFacts,
      calledNode,
      tracer,
      ...more,
    })
  } catch (error) {
    throw error instanceof ListenError ? await addressError(error, io) : error
  }
}

/** Returns why the address is not available, and which port is free. */
export async function addressError(
  { code, host, port, message }: ListenError,
  { env }: Shell['io'],
): Promise<CliError> {
  if (code === 'EACCES')
    return usageError(`your account cannot use port ${port}`, 'use a port of 1024 or above with --port N')
  if (code !== 'EADDRINUSE') return usageError(message, 'use --host NAME with an address of this machine')
  const [owner, free] = await Promise.all([portOwner(host, port), freePortAfter(host, port)])
  const by = owner === undefined ? '' : ` by ${owner}`
  return usageError(`port ${port} is in use${by}`, otherPortAdvice(free, env.npm_lifecycle_event === 'start'))
}

/** Advises how to use another port. npm passes flags to a script only after `--`. */
function otherPortAdvice(free: number | undefined, isNpmStart: boolean): string {
  if (isNpmStart) return `use another port: 'npm start -- --port ${free ?? 0}'`
  return free === undefined
    ? 'use another port with --port N, or --port 0 for a free one'
    : `--port ${free} is free; --port 0 picks any free one`
}
