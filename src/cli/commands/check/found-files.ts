import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { isRecord } from '../../../game/kernel/json-value.ts'
import type { EarlierScript } from '../../../lab/check/report.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { makeOutputDirectory, writeOutput } from '../../write-file.ts'

/** Where scripts are written to, within the project. */
const FOUND = join('scripts', 'found')

/** The file that remembers which scripts gamify wrote: their checksums, by the names of their files. */
const REMEMBERED = '.written.json'

/** The largest script, and memory of scripts, that is read again. */
const MAX_BYTES = 16 << 20

/** What to do if a script cannot be written: its place is fixed. */
const UNWRITTEN = `move away what is there, so that gamify can write scripts to ${FOUND}, and run this again`

const EXTENSION = '.json'

/** What a run found, by the ids of checks. */
export interface Findings {
  /** The script of each check that has one. */
  readonly scripts: ReadonlyMap<string, object>
  /** The checks that the run searched to the end. */
  readonly searched: ReadonlySet<string>
  /** Whether these are all checks of the project, so that there is no other. */
  readonly areAll: boolean
}

/** What became of the scripts. */
export interface FoundFiles {
  /** The paths of the scripts, as messages show them, by the ids of checks. */
  readonly paths: ReadonlyMap<string, string>
  /** The scripts from earlier runs that this one does not confirm. */
  readonly earlier: readonly EarlierScript[]
  /** Why scripts could not be written, if so. */
  readonly unwritten: CliError | undefined
}

/**
 * Writes the scripts of what was found to `scripts/found`. Removes the scripts that earlier runs wrote there for checks that
 * no longer exist, unless someone has changed them since. Leaves all other files alone. Spec 7.3.
 */
export async function writeFound(shell: Shell, directory: string, findings: Findings): Promise<FoundFiles> {
  const paths = new Map<string, string>()
  let earlier: readonly EarlierScript[] = []
  try {
    const remembered = await Remembered.in(shell, join(directory, FOUND))
    for (const [id, script] of findings.scripts) paths.set(id, await remembered.write(id, script))
    earlier = await remembered.earlier(findings)
    await remembered.save()
    return { paths, earlier, unwritten: undefined }
  } catch (error) {
    if (error instanceof CliError) return { paths, earlier, unwritten: error }
    throw error
  }
}

/** The scripts that gamify wrote to a directory. */
class Remembered {
  readonly #shell: Shell
  readonly #directory: string
  readonly #sums: Map<string, string>
  #isChanged = false

  private constructor(shell: Shell, directory: string, sums: Map<string, string>) {
    this.#shell = shell
    this.#directory = directory
    this.#sums = sums
  }

  static async in(shell: Shell, directory: string): Promise<Remembered> {
    const content = await readIfFile(shell, join(directory, REMEMBERED))
    const sums = Object.entries(parsed(content)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && basename(entry[0]) === entry[0],
    )
    return new Remembered(shell, directory, new Map(sums))
  }

  /** Writes the script of a check. Returns its path as messages show it. */
  async write(id: string, script: object): Promise<string> {
    const path = this.#pathOf(id)
    const content = `${JSON.stringify(script, null, 2)}\n`
    await makeOutputDirectory(this.#shell, this.#directory, UNWRITTEN)
    await writeOutput(this.#shell, path, content, UNWRITTEN)
    this.#remember(id, sumOf(Buffer.from(content)))
    return this.#shown(path)
  }

  /** Returns the scripts that this run does not confirm. Removes those of checks that no longer exist. */
  async earlier({ scripts, searched, areAll }: Findings): Promise<readonly EarlierScript[]> {
    const found: EarlierScript[] = []
    for (const [id, sum] of this.#sums) {
      if (scripts.has(id) || !(searched.has(id) || areAll)) continue
      const path = this.#pathOf(id)
      const content = await readIfFile(this.#shell, path)
      if (!content) {
        this.#remember(id, undefined)
        continue
      }
      const exists = searched.has(id)
      const isOurs = sumOf(content) === sum
      const removed = !exists && isOurs && (await this.#shell.io.files.replaceKnown(path, content, undefined))
      if (removed) this.#remember(id, undefined)
      found.push({ script: this.#shown(path), check: id, exists, removed })
    }
    return found
  }

  /** Writes down what has changed. */
  async save(): Promise<void> {
    if (!this.#isChanged) return
    const sums = Object.fromEntries([...this.#sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await writeOutput(this.#shell, join(this.#directory, REMEMBERED), `${JSON.stringify(sums, null, 2)}\n`, UNWRITTEN)
  }

  #remember(id: string, sum: string | undefined): void {
    if (this.#sums.get(id) === sum) return
    if (sum === undefined) this.#sums.delete(id)
    else this.#sums.set(id, sum)
    this.#isChanged = true
  }

  #pathOf(id: string): string {
    return join(this.#directory, `${id}${EXTENSION}`)
  }

  #shown(path: string): string {
    return relative(this.#shell.io.cwd, path)
  }
}

const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url')

/** Reads a file; undefined if there is none that can be read. */
async function readIfFile({ io }: Shell, path: string): Promise<Buffer | undefined> {
  return io.files.readFile(path, MAX_BYTES).catch(() => undefined)
}

/** A memory that someone has broken is like none: then no script is removed. */
function parsed(content: Buffer | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content?.toString() ?? '{}')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
