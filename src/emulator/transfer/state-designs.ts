import { compileDesign, type Design } from '../../game/design/design.ts'
import { emptyDesign, type DesignSource } from '../../game/design/source.ts'
import { isTooDeep } from '../../game/kernel/json-value.ts'
import { pathText } from '../../game/kernel/schema-problems.ts'
import { designHash, type Designs } from '../../storage/designs.ts'
import { emptyHash } from '../designs/kept-designs.ts'
import { BadState } from './state-lines.ts'

/** So much may all designs together have that come with a state, in characters: they are held until it is good. */
const MAX_DESIGN_CHARS = 1 << 28

const emptyOne = compileDesign(emptyDesign) as Design

/** The designs that come with a state: as texts, for compiled they take far more room. */
export class StateDesigns {
  /** By hash. */
  readonly #texts = new Map<string, string>()
  /** The hashes of those that the history or the state names. */
  readonly #named = new Set<string>()
  #chars = 0
  /** The one that was asked for last. */
  #last: { readonly hash: string; readonly design: Design } | undefined

  /** Takes in a design, which works with this version. Throws BadState, without the line. */
  add(hash: string, source: unknown): void {
    if (isTooDeep(source)) throw new BadState('the design is nested too deeply')
    const text = JSON.stringify(source)
    if (designHash(text) !== hash) throw new BadState('the design does not match its hash')
    this.#last = { hash, design: compiled(source as DesignSource) }
    this.#chars += text.length
    if (this.#chars > MAX_DESIGN_CHARS) throw new BadState('the designs are too large to load')
    this.#texts.set(hash, text)
  }

  /** Notes that a design is named, which must be there. Throws BadState, without the line. */
  name(hash: string): void {
    if (hash === '' || hash === emptyHash) return
    if (!this.#texts.has(hash)) throw new BadState(`none of the lines before it has the design ${hash}`)
    this.#named.add(hash)
  }

  /** A design that is named, ready to go by; the empty one under none. */
  designOf(hash: string): Design {
    this.name(hash)
    const text = this.#texts.get(hash)
    if (text === undefined) return emptyOne
    if (this.#last?.hash !== hash) this.#last = { hash, design: compiled(JSON.parse(text) as DesignSource) }
    return this.#last.design
  }

  /** Keeps those that are named. Throws StorageError. */
  async keep(designs: Pick<Designs, 'write'>): Promise<void> {
    for (const hash of this.#named) await designs.write(this.#texts.get(hash) ?? '')
  }
}

function compiled(source: DesignSource): Design {
  const design = compileDesign(source)
  if ('source' in design) return design
  const [problem] = design.problems
  const where = problem && [problem.kind, problem.id, pathText(problem.path)].filter(Boolean).join(' ')
  throw new BadState(`the design does not work with this version: ${where}: ${problem?.message}`)
}
