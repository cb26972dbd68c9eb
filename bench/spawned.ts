import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'

/** How often a server that starts is asked whether it is there. */
const ASK_MS = 1

/** Longest that a server may take to start. */
const START_MS = 10_000

/** Runs Node with arguments until it ends; gives the time in ms, and throws where it fails. */
export async function runToEnd(directory: string, ...args: readonly string[]): Promise<number> {
  const start = performance.now()
  const [code] = (await once(startNode(directory, args), 'exit')) as [number]
  const ms = performance.now() - start
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`)
  return ms
}

/** The time in ms from the start of a server to its first good answer to a health call. */
export async function timeToAnswer(directory: string, port: string, ...args: readonly string[]): Promise<number> {
  const start = performance.now()
  const server = startNode(directory, args)
  const ended = once(server, 'exit')
  try {
    while (!(await answers(port))) {
      if (server.exitCode !== null || performance.now() - start > START_MS) {
        throw new Error(`node ${args.join(' ')} does not answer`)
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    }
    return performance.now() - start
  } finally {
    server.kill()
    await ended
  }
}

function startNode(cwd: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

function answers(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: '/_gamify/health', agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200))
    })
    asked.on('error', () => resolve(false))
  })
}
