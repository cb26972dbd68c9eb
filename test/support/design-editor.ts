import fc from 'fast-check'
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What somebody does to the files of a design, at one go. */
export type Edit =
  | { readonly do: 'save'; readonly save: Save }
  | { readonly do: 'bulk'; readonly saves: readonly Save[] }
  /** Makes the directory whole and valid, with other content, as a checkout of another branch does. */
  | { readonly do: 'checkout'; readonly content: number }
  | { readonly do: 'remove'; readonly file: string }
  | { readonly do: 'gather'; readonly into: string }
  | { readonly do: 'same size and time' | 'touch' | 'link'; readonly file: string }
  | { readonly do: 'remake' | 'replace'; readonly directory: string }

/** One file that is saved, and how the editor does that. */
interface Save {
  readonly file: string
  readonly how: 'in place' | 'by a rename' | 'by a swap' | 'in parts'
  readonly content: number
  readonly fault: 'none' | 'cut off' | 'unknown field' | 'dangling'
}

const METRICS = 10
const names = Array.from({ length: METRICS }, (_, i) => `m${i}`)
const files = names.flatMap((name) => [`metrics/${name}.json`, `actions/${name}.json`])

const file = fc.constantFrom(...files)
const content = fc.nat(9_999_999)

const save: fc.Arbitrary<Save> = fc.record({
  file,
  content,
  how: fc.constantFrom('in place', 'in place', 'by a rename', 'by a swap', 'in parts'),
  fault: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'cut off', 'unknown field', 'dangling'),
})

/** Edits as people make them; now and then all is made good again. */
export const randomEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 60, arbitrary: fc.record({ do: fc.constant('save'), save }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('bulk'), saves: fc.array(save, { minLength: 5, maxLength: 20 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('checkout'), content }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('remove'), file }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('gather'), into: fc.constantFrom('all', 'm3') }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom('same size and time', 'touch', 'link'), file }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('remake', 'replace'),
      directory: fc.constantFrom('.', 'metrics', 'actions'),
    }),
  },
)

/** The content of a file: what is in it tells which. */
function textOf(path: string, number: number, fault: Save['fault'] = 'none'): string {
  const id = /(\w+)\.json$/.exec(path)?.[1] ?? ''
  const name = String(number).padStart(7, '0')
  const more = fault === 'unknown field' ? { colour: 'red' } : {}
  const reward = { metric: { id: fault === 'dangling' ? 'nowhere' : id, type: 'point' }, verb: 'add', value: '1' }
  const component = path.startsWith('metrics/')
    ? { id, name, type: 'point', ...more }
    : { id, name, rules: [{ rewards: [reward], requires: {} }], ...more }
  const text = JSON.stringify(component, null, 2)
  return fault === 'cut off' || (fault === 'dangling' && path.startsWith('metrics/')) ? text.slice(0, -5) : text
}

/** Works on the files of a design directory, with nothing but what editors, shells and git do. */
export class DesignEditor {
  readonly #directory: string
  #temporary = 0

  constructor(directory: string) {
    this.#directory = directory
  }

  async make(edit: Edit): Promise<void> {
    switch (edit.do) {
      case 'save':
        return this.#save(edit.save)
      case 'bulk':
        for (const each of edit.saves) await this.#save(each)
        return
      case 'checkout':
        return this.#checkOut(edit.content)
      case 'remove':
        return rm(this.#at(edit.file), { force: true })
      case 'gather':
        return this.#gather(edit.into)
      case 'same size and time':
        return this.#change(edit.file, (text) => text.replace(/"name": "\d/, (start) => `${start.slice(0, -1)}9`))
      case 'touch':
        return utimes(this.#at(edit.file), 1, 1).catch(() => {})
      case 'link':
        return this.#link(edit.file)
      case 'remake':
        return this.#remake(this.#at(edit.directory))
      case 'replace':
        return this.#replace(this.#at(edit.directory))
    }
  }

  #at(path: string): string {
    return join(this.#directory, path)
  }

  /** A name of its own, beside the design directory. */
  #aside(): string {
    this.#temporary += 1
    return join(this.#directory, '..', `aside-${this.#temporary}`)
  }

  async #save({ file: path, how, content: number, fault }: Save): Promise<void> {
    const [target, text] = [this.#at(path), textOf(path, number, fault)]
    await mkdir(dirname(target), { recursive: true })
    if (how === 'by a rename') {
      await writeFile(`${target}.tmp`, text)
      return rename(`${target}.tmp`, target)
    }
    if (how === 'by a swap') await rename(target, `${target}~`).catch(() => {})
    if (how === 'in parts') {
      await writeFile(target, text.slice(0, 20))
      await sleep(3)
    }
    await writeFile(target, text)
  }

  async #checkOut(number: number): Promise<void> {
    for (const kind of ['metrics', 'actions']) {
      await mkdir(this.#at(kind), { recursive: true })
      for (const name of await readdir(this.#at(kind))) await rm(this.#at(`${kind}/${name}`))
    }
    for (const path of files) await writeFile(this.#at(path), textOf(path, number))
  }

  /** Puts all metrics into one file. */
  async #gather(into: string): Promise<void> {
    const all = names.map((name) => JSON.parse(textOf(`metrics/${name}.json`, 1)) as unknown)
    await mkdir(this.#at('metrics'), { recursive: true })
    await writeFile(this.#at(`metrics/${into}.json`), JSON.stringify(all))
    for (const name of names) if (name !== into) await rm(this.#at(`metrics/${name}.json`), { force: true })
  }

  /** So that nothing but the content tells. */
  async #change(path: string, change: (text: string) => string): Promise<void> {
    try {
      const { atime, mtime } = await stat(this.#at(path))
      await writeFile(this.#at(path), change(await readFile(this.#at(path), 'utf8')))
      await utimes(this.#at(path), atime, mtime)
    } catch {
      // It is not there, which is as good.
    }
  }

  async #link(path: string): Promise<void> {
    const target = this.#aside()
    await writeFile(target, textOf(path, this.#temporary))
    await mkdir(dirname(this.#at(path)), { recursive: true })
    await rm(this.#at(path), { force: true })
    await symlink(target, this.#at(path))
  }

  async #remake(directory: string): Promise<void> {
    const copy = this.#aside()
    await cp(directory, copy, { recursive: true }).catch(() => mkdir(copy))
    await rm(directory, { recursive: true, force: true })
    await sleep(2)
    await cp(copy, directory, { recursive: true })
  }

  async #replace(directory: string): Promise<void> {
    const copy = this.#aside()
    await cp(directory, copy, { recursive: true }).catch(() => mkdir(copy))
    await rename(directory, this.#aside()).catch(() => {})
    await rename(copy, directory)
  }
}
