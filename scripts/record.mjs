// `npm run record`: serves a new game, types the lines of scripts/recording/lines.ts in a terminal of the program
// `script`, and writes the result as docs/recording.svg.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordedLines, recordedNow } from './recording/lines.ts'
import { serveProject } from './recording/serve-project.mjs'
import { styledLines } from './recording/styled-text.ts'
import { sessionSvg } from './recording/svg.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'bin/gamify.js')
const directory = mkdtempSync(join(tmpdir(), 'gamify-recording-'))
// The directory sets the id of the game, which must be the one of the test that compares the recording.
const project = join(directory, 'starter')

/** @type {Awaited<ReturnType<typeof serveProject>> | undefined} */
let server
try {
  spawnSync(process.execPath, [program, 'init', 'starter', '--quiet'], { cwd: directory })
  server = await serveProject(program, project, recordedNow, ['--freeze'])
  const { url } = server
  const exchanges = recordedLines.map((typed) => ({ typed, answered: styledLines(atTerminal(typed, url)) }))
  writeFileSync(join(root, 'docs/recording.svg'), sessionSvg(exchanges))
  console.log(`${recordedLines.length} lines in docs/recording.svg`)
} finally {
  server?.stop()
  rmSync(directory, { recursive: true, maxRetries: 5 })
}

/**
 * Returns what the program writes to a terminal for a line, including colours.
 * @param {string} line
 * @param {string} url
 */
function atTerminal(line, url) {
  const command = line.replace(/^gamify/, `'${process.execPath}' '${program}'`)
  const env = { ...process.env, GAMIFY_URL: url, TERM: 'xterm-256color', NO_COLOR: undefined }
  const { error, stdout } = spawnSync('script', ['-qec', `stty cols 92 rows 40; ${command}`, '/dev/null'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  if (error) throw new Error(`recording needs the program 'script' of util-linux: ${error.message}`)
  return stdout
}
