import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect } from 'vitest'
import { endAll, program, serve, type Serving } from '../cli/spawned.ts'
import type { Page } from './chapters.ts'
import { fits, pastedFrom, wordsOf, type Typed } from './pasted.ts'
import { ranTogether, type Came } from './ran-together.ts'

/** Where the documents say that the game is. */
const TOLD_URL = 'http://127.0.0.1:4040'

const checkout = join(import.meta.dirname, '../..')

/** So long a game may take to say something, on a machine that has much else to do. */
const PATIENCE_MS = 30_000

/** What is read of package.json. */
interface PackageFile {
  readonly scripts: Readonly<Record<string, string>>
}

/** The line of a play that says how to ask why: its id is another one each time, so most pages leave it out. */
const EXPLAINS = 'explains this'
const EXPLAINED = /^'gamify why [-0-9a-f]{36}[^']*' explains this\n/gm

/**
 * Somebody who follows a page in a directory of their own: types its lines, saves its files, and compares what is printed
 * with what is shown. The game is a real one on a free port; commands to it are run in this process, as they take a
 * tenth of the time there.
 */
export class Reader {
  readonly #home: string
  #cwd: string
  #serving: Serving | undefined

  private constructor(home: string) {
    this.#home = home
    this.#cwd = home
  }

  static async begin(): Promise<Reader> {
    const reader = new Reader(join(await mkdtemp(join(tmpdir(), 'gamify-reader-')), 'home'))
    await reader.#install()
    return reader
  }

  /** Lets a shell find the program; beside it stand what pages for a checkout name, and its packages. */
  async #install(): Promise<void> {
    await mkdir(this.#programs, { recursive: true })
    const run = `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} "$@"\n`
    await writeFile(join(this.#programs, 'gamify'), run, { mode: 0o755 })
    for (const name of ['node_modules', 'templates']) await symlink(join(checkout, name), join(this.#home, name))
    // The package itself is above its packages, where programs of the reader find it too.
    const packages = join(this.#home, '../node_modules')
    await mkdir(packages)
    await symlink(checkout, join(packages, 'gamify'))
    // Whatever package the directory of this machine may belong to, the reader's is another one.
    await writeFile(join(this.#home, '../package.json'), '{ "private": true }')
  }

  /** Ends the game, and removes all that was written. */
  async leave(): Promise<void> {
    await this.#stop()
    endAll()
    await rm(dirname(this.#home), { recursive: true, maxRetries: 5 })
  }

  /** Does what a page says, and gives how many lines were typed. */
  async follow(page: Page): Promise<number> {
    const steps = pastedFrom(page)
    for (const step of steps) await (step.kind === 'line' ? this.#type(step) : this.#save(step.path, step.text))
    return steps.filter(({ kind }) => kind === 'line').length
  }

  async #type({ line, shown, fails }: Typed): Promise<void> {
    const { code, said: all } = await this.#run(line)
    const said = shown?.includes(EXPLAINS) ? all : all.replaceAll(EXPLAINED, '')
    const ended = (well: boolean): object => ({ line, said, ended: well ? 'well' : 'with an error' })
    expect(ended(code === 0)).toEqual(ended(!fails))
    if (shown !== undefined && !fits(shown, said)) expect(`$ ${line}\n${said}`).toBe(`$ ${line}\n${shown}\n`)
  }

  async #run(typed: string): Promise<Came> {
    const line = typed.replace(/^node bin\/gamify\.js /, 'gamify ')
    const words = wordsOf(line)
    const [first = '', second = ''] = words ?? []
    if (first === 'cd') {
      this.#cwd = join(this.#cwd, second)
      return { code: 0, said: '' }
    }
    if (first === 'npm') return this.#npm(second)
    if (first === 'gamify' && second === 'serve') return this.#serve(words?.slice(2) ?? [])
    if (first === 'gamify' && second !== 'exec') return this.#gamify(words?.slice(1) ?? [])
    return this.#shell(line)
  }

  /** The scripts of this checkout: what serves is run, of others it is enough that they are there. */
  async #npm(name: string): Promise<Came> {
    const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as PackageFile
    const line = scripts[name]
    if (line === undefined) return { code: 1, said: `package.json has no script '${name}'` }
    return name === 'start' ? this.#run(line) : { code: 0, said: '' }
  }

  /** One game at a time, as a reader ends one before the next. */
  async #serve(flags: readonly string[]): Promise<Came> {
    await this.#stop()
    this.#serving = await serve(flags, { cwd: this.#cwd })
    await expect.poll(() => this.#serving?.written.stdout, { timeout: PATIENCE_MS }).toMatch(/\n {2}players /)
    return { code: 0, said: this.#told(this.#serving.written.stdout) }
  }

  async #stop(): Promise<void> {
    this.#serving?.kill('SIGTERM')
    await this.#serving?.ended
    this.#serving = undefined
  }

  async #gamify(words: readonly string[]): Promise<Came> {
    const { code, said } = await ranTogether(words, { cwd: this.#cwd, env: this.#env })
    return { code, said: this.#told(said) }
  }

  #shell(line: string): Promise<Came> {
    const child = spawn('bash', ['-o', 'pipefail', '-c', this.#actual(line)], {
      cwd: this.#cwd,
      env: { ...process.env, ...this.#env, PATH: [this.#programs, process.env['PATH']].join(delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, said: this.#told(said) })))
  }

  /** A file of the design counts when the game plays by it, or has said what is wrong with it. */
  async #save(path: string, text: string): Promise<void> {
    const file = join(this.#cwd, path)
    const before = this.#serving?.written.stderr.length ?? 0
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, this.#actual(text))
    if (!path.startsWith('design/') || this.#serving === undefined) return
    const part = path.replace(/^design\/|\.json$/g, '')
    await expect.poll(() => this.#serving?.written.stderr.slice(before), { timeout: PATIENCE_MS }).toContain(part)
  }

  get #programs(): string {
    return join(this.#home, '.programs')
  }

  get #env(): Record<string, string> {
    return this.#serving ? { GAMIFY_URL: this.#serving.url } : {}
  }

  #actual(text: string): string {
    return text.replaceAll(TOLD_URL, this.#serving?.url ?? TOLD_URL)
  }

  #told(text: string): string {
    return this.#serving ? text.replaceAll(this.#serving.url, TOLD_URL) : text
  }
}
