import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

/** What Chromium and its like are called where they are installed. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Where the browser for tests is: what CHROMIUM_PATH says, else the first that is on the PATH; undefined where there is none. */
export const chromiumPath: string | undefined = process.env['CHROMIUM_PATH'] ?? onPath()

/** Why tests in a browser are skipped, where they are: for their titles. */
export const skippedWithout =
  chromiumPath === undefined ? ' (skipped: no chromium on the PATH, and CHROMIUM_PATH names none)' : ''

export const wide = { width: 1440, height: 900 }
export const narrow = { width: 360, height: 780 }

/** How pages are looked at: on a desk and on a telephone, each in a theme of its own, because colours and widths do not depend on each other. */
export const looks = [
  { colorScheme: 'light', viewport: wide },
  { colorScheme: 'dark', viewport: narrow },
] as const

/** Starts the browser. */
export function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('there is no chromium: a test should have been skipped')
  // As root, as in most containers, it starts without its sandbox only.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: chromiumPath, args })
}

function onPath(): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '')
  return NAMES.flatMap((name) => directories.map((directory) => join(directory, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
