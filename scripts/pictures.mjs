// `npm run pictures`: serves the sample game `learning` with made-up players, opens pages of the studio in Chromium, and
// writes their pictures to docs/pictures, where the guide and the README show them. It needs Chromium.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { openBrowser } from '../test/support/chromium.ts'
import { serveProject } from './recording/serve-project.mjs'

/** The pictures by name: the page of each, and what is there once it is drawn. */
const PICTURES = [
  { name: 'overview', path: '/', drawn: '.entries li' },
  { name: 'player', path: '/players/neo', drawn: 'main img' },
  { name: 'economy', path: '/design?view=economy', drawn: '.drawing svg' },
  { name: 'history', path: '/history', drawn: 'main table td' },
]

/** A picture has few colours, so a palette of this size shows it well. */
const COLOURS = 128

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'bin/gamify.js')
const directory = mkdtempSync(join(tmpdir(), 'gamify-pictures-'))
const project = join(directory, 'learning')

/** @type {Awaited<ReturnType<typeof serveProject>> | undefined} */
let server
try {
  gamify(['init', 'learning', '--template', 'learning', '--quiet'], directory)
  server = await serveProject(program, project, '2030-05-15T09:00:00Z')
  const { url } = server
  gamify(['player', 'create', 'neo', '--alias', 'Neo', '--url', url])
  gamify(['seed', '--players', '60', '--url', url])
  gamify(['play', 'action', 'start', '--as', 'neo', '--url', url])
  gamify(['play', 'action', 'finish', '--as', 'neo', '--var', 'words=9', '--url', url])
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  const browser = await openBrowser()
  for (const { name, path, drawn } of PICTURES) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      colorScheme: 'light',
    })
    await page.goto(`${url}/_gamify/studio${path}`)
    await page.locator(drawn).first().waitFor()
    const png = await sharp(await page.screenshot({ animations: 'disabled' }))
      .png({ palette: true, colours: COLOURS, compressionLevel: 9 })
      .toBuffer()
    writeFileSync(join(root, `docs/pictures/${name}.png`), png)
    console.log(`docs/pictures/${name}.png, ${Math.round(png.length / 1024)} kB`)
  }
  await browser.close()
} finally {
  server?.stop()
  rmSync(directory, { recursive: true, maxRetries: 5 })
}

/**
 * Runs the program. Throws with its output if it fails.
 * @param {readonly string[]} args
 */
function gamify(args, cwd = project) {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`gamify ${args.join(' ')} exited with ${status}:\n${stderr}`)
}
