import { compileDesign, type Design } from '../../game/design/design.ts'
import { emptyDesign, type DesignSource } from '../../game/design/source.ts'
import { isTooDeep } from '../../game/kernel/json-value.ts'
import { pathText } from '../../game/kernel/schema-problems.ts'
import { designHash, type Designs } from '../../storage/designs.ts'
import { emptyHash } from '../designs/kept-designs.ts'
import { BadState } from './state-lines.ts'

/**
 * The maximum size of all designs in a state file, in characters. They are held in memory until the whole file is
 * valid.
 */
const MAX_DESIGN_CHARS = 1 << 28

const emptyOne = compileDesign(emptyDesign) as Design

/** The designs in a state file, as texts: compiled designs take far more memory. */
export class StateDesigns {
  /** The texts by hash. */
  readonly #texts = new Map<string, string>()
  /** The hashes of the designs that the history or the state names. */
  readonly #named = new Set<string>()
  #chars = 0
  /** The design that was last requested. */
  #last: { readonly hash: string; readonly design: Design } | undefined

  /** Adds a design, which must work with this version. Throws BadState, without the line number. */
  add(hash: string, source: unknown): void {
    if (isTooDeep(source)) throw new BadState('the design is nested too deeply')
    const text = JSON.stringify(source)
    if (designHash(text) !== hash) throw new BadState('the design does not match its hash')
    this.#last = { hash, design: compile(source as DesignSource) }
    this.#chars += text.length
    if (this.#chars > MAX_DESIGN_CHARS) throw new BadState('the designs are too large to load')
    this.#texts.set(hash, text)
  }

  /** Records that a design is named. It must be in the file. Throws BadState, without the line number. */
  name(hash: string): void {
    if (hash === '' || hash === emptyHash()) return
    if (!this.#texts.has(hash)) throw new BadState(`none of the lines before it has the design ${hash}`)
    this.#named.add(hash)
  }

  /** Returns a named design, compiled; the empty one for no hash. */
  designOf(hash: string): Design {
    this.name(hash)
    const text = this.#texts.get(hash)
    if (text === undefined) return emptyOne
    if (this.#last?.hash !== hash) this.#last = { hash, design: compile(JSON.parse(text) as DesignSource) }
    return this.#last.design
  }

  /** Stores the named designs. Throws StorageError. */
  async keep(designs: Pick<Designs, 'write'>): Promise<void> {
    for (const hash of this.#named) await designs.write(this.#texts.get(hash) ?? '')
  }
}

function compile(source: DesignSource): Design {
  const design = compileDesign(source)
  if ('source' in design) return design
  const [problem] = design.problems
  const where = problem && [problem.kind, problem.id, pathText(problem.path)].filter(Boolean).join(' ')
  throw new BadState(`the design does not work with this version: ${where}: ${problem?.message}`)
}
