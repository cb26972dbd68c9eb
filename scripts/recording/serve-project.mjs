// Serves a project in memory, for what is recorded of it.
import { spawn } from 'node:child_process'

/**
 * Serves a project in memory from a game time on, on a free port. Resolves to its address when it answers there, and to
 * what stops it.
 * @param {string} program the file of the program
 * @param {string} project
 * @param {string} now
 * @param {readonly string[]} flags
 * @returns {Promise<{ readonly url: string, readonly stop: () => void }>}
 */
export function serveProject(program, project, now, flags = []) {
  const args = ['serve', '--memory', '--port', '0', '--now', now, '--log', 'silent', '--print-env', ...flags]
  const serving = spawn(process.execPath, [program, ...args], { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let said = ''
    serving.stdout.on('data', (/** @type {Buffer} */ part) => {
      said += part.toString()
      const url = /^GAMIFY_URL=(\S+)$/m.exec(said)?.[1]
      if (url !== undefined) resolve({ url, stop: () => void serving.kill('SIGTERM') })
    })
    serving.on('close', (code) => reject(new Error(`gamify serve exited with ${code}`)))
  })
}
