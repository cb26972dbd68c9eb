import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { examineData, type Examined } from '../../emulator/examination.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { isThere } from '../../project/directory.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { inspectLock } from '../../storage/lock.ts'
import { localProcesses } from '../../storage/processes.ts'
import { LockHeld } from '../../storage/storage-error.ts'
import type { Shell } from '../../terminal/shell.ts'
import { failed, finding, type Finding } from './finding.ts'

/** A game writes a journal, checkpoints and replacements of files, so with less free space it may soon stop. */
const LITTLE_SPACE_BYTES = 256 * 1024 * 1024

/** How often a running game is examined, because an examination can read it in the middle of a change. */
const ATTEMPTS = 3

/** How far the times of files can be ahead of the clock of the machine. */
const CLOCK_SLACK_MS = 60_000

/** The findings about the data directory, and the address where an emulator of this machine serves it. */
export interface CheckedData {
  readonly findings: readonly Finding[]
  readonly servedAt?: string | undefined
}

/** Checks the data directory, if it exists. `text` is the design that the next start takes from the files. */
export async function checkData(shell: Shell, directory: string, text: string | undefined): Promise<CheckedData> {
  const { files } = shell.io
  if (!(await isThere(files, directory))) {
    const nothing = finding('data', 'ok', `${directory} does not exist yet; 'gamify serve' creates it`)
    return { findings: [nothing, await checkSpace(await nearestExisting(files, directory))] }
  }
  if (!(await stat(directory)).isDirectory()) {
    const other = finding(
      'data',
      'problem',
      `${directory} is not a directory, so it cannot hold a game`,
      DIRECTORY_ADVICE,
    )
    return { findings: [other] }
  }
  const lock = await readLock(files, directory)
  const findings = [
    await checkRights(files, directory),
    await checkSpace(directory),
    lock.finding,
    ...(await checkContent(shell, { directory, text, isHeld: lock.isHeld })),
  ]
  return { findings, servedAt: lock.servedAt }
}

const DIRECTORY_ADVICE = "move it away, or name a directory with 'data' in gamify.json or --data"

/** Checks everything that is written at the start or soon after. */
async function checkRights(files: FileSystem, directory: string): Promise<Finding> {
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const path of await writtenPaths(files, directory)) {
      const facts = await files.facts(path)
      if (facts?.isWritable === false) return finding('data', 'problem', `cannot write ${path}`, ownerAdvice(path))
    }
    return finding('data', 'ok', directory)
  } catch (error) {
    return { ...failed('data', error), advice: [ownerAdvice(directory)] }
  }
}

const ownerAdvice = (path: string): string => `make the account that runs gamify its owner: chown -R "$USER" ${path}`

async function writtenPaths(files: FileSystem, directory: string): Promise<readonly string[]> {
  const paths = [
    '.',
    'designs',
    ...['staging', 'production'].flatMap((runtime) => [`${runtime}/journal`, `${runtime}/snapshots`]),
  ]
  const found = await Promise.all(
    paths.map(async (name) => {
      const path = join(directory, name)
      const last = name.endsWith('journal') ? (await files.list(path)).slice(-1) : []
      return [path, ...last.map((name) => join(path, name))]
    }),
  )
  return [...found.flat(), join(directory, 'game.json')]
}

async function checkSpace(directory: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(directory)
    const free = bavail * bsize
    const message = `${Math.floor(free / 1024 / 1024)} MiB are free`
    if (free >= LITTLE_SPACE_BYTES) return finding('space', 'ok', message)
    return finding(
      'space',
      'warning',
      message,
      'free some space, keep less history with --keep, or serve with --memory',
    )
  } catch (error) {
    return failed('space', error)
  }
}

async function readLock(
  files: FileSystem,
  directory: string,
): Promise<{ readonly isHeld: boolean; readonly servedAt?: string | undefined; readonly finding: Finding }> {
  try {
    const lock = await inspectLock({ fs: files, directory, processes: localProcesses() })
    if (lock instanceof LockHeld)
      return { isHeld: true, servedAt: lock.url, finding: finding('lock', 'ok', lock.message) }
    const message = lock === 'free' ? 'free' : 'its process has ended; the next start replaces it'
    return { isHeld: false, finding: finding('lock', 'ok', message) }
  } catch (error) {
    return { isHeld: false, finding: failed('lock', error) }
  }
}

/** What to examine. `isHeld` means that a game may be writing there. */
interface Content {
  readonly directory: string
  readonly text: string | undefined
  readonly isHeld: boolean
}

async function checkContent(shell: Shell, { directory, text, isHeld }: Content): Promise<readonly Finding[]> {
  try {
    const examine = () => examineData(shell.io.files, directory, text)
    const examined = await examineSteadily(examine, isHeld ? ATTEMPTS : 1)
    const message = examined.findings.map(({ about, level, message }) => finding(about, level, message))
    return [...message, await checkClock(shell, directory, examined)]
  } catch (error) {
    return [failed('data', error)]
  }
}

/** Examines again if there are findings, because a running game may have been in the middle of a change. */
async function examineSteadily(examine: () => Promise<Examined>, attempts: number): Promise<Examined> {
  const examined = await examine()
  const isSteady = examined.findings.every(({ level }) => level === 'ok')
  return isSteady || attempts <= 1 ? examined : examineSteadily(examine, attempts - 1)
}

/** Checks that the clock of the machine is not before the times of files that the machine wrote. */
async function checkClock({ io }: Shell, directory: string, { lastAt }: Examined): Promise<Finding> {
  const nowMs = io.now()
  const { writtenMs = 0 } = (await io.files.facts(join(directory, 'game.json'))) ?? {}
  if (writtenMs > nowMs + CLOCK_SLACK_MS)
    return finding(
      'clock',
      'warning',
      `the machine's clock shows ${toIso(nowMs)}, and ${directory} was written at ${toIso(writtenMs)}`,
      'set the clock of the machine; the game time stays frozen until the machine reaches that time',
    )
  if (lastAt === undefined) return finding('clock', 'ok', `the machine's clock shows ${toIso(nowMs)}`)
  const ahead = lastAt > nowMs + CLOCK_SLACK_MS ? ", ahead of the machine's clock because it was set" : ''
  return finding('clock', 'ok', `the game time of the last entry is ${toIso(lastAt)}${ahead}`)
}

async function nearestExisting(files: FileSystem, path: string): Promise<string> {
  const parent = dirname(path)
  return parent === path || (await isThere(files, path)) ? path : nearestExisting(files, parent)
}
