import { turns } from '../../../async/turns.ts'
import type { DesignReading } from '../../../project/design-reader.ts'
import { designTypes, type DeclaredGame } from '../../../project/design-types.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { writeOutput } from '../../write-file.ts'
import type { Log } from './log.ts'

type Design = NonNullable<DesignReading['design']>

/** The file of declarations that a served game keeps up to date with its design. Spec 6.8 `serve --types`. */
export class TypesFile {
  readonly #path: string
  readonly #game: DeclaredGame
  readonly #log: Log
  readonly #shell: Shell
  readonly #inTurn = turns(1)
  #failure: string | undefined

  /** `path` is absolute. */
  constructor(path: string, game: DeclaredGame, log: Log, shell: Shell) {
    this.#path = path
    this.#game = game
    this.#log = log
    this.#shell = shell
  }

  /**
   * Writes the declarations of a design unless the file has them already, so that what watches the file is not disturbed.
   * A failure ends nothing, and is logged once.
   */
  write(design: Design): Promise<void> {
    return this.#inTurn(async () => {
      const text = designTypes(design, this.#game)
      if (text === (await this.#read())) return
      try {
        await writeOutput(this.#shell, this.#path, text)
        this.#failure = undefined
        this.#log.design({ type: 'types', path: this.#path })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== this.#failure) this.#log.warn(`the types were not written: ${message}`)
        this.#failure = message
      }
    })
  }

  /** Resolves when nothing is being written. */
  async close(): Promise<void> {
    await this.#inTurn(async () => {})
  }

  /** Returns the text of the file, or undefined if it cannot be read: writing then tells why. */
  async #read(): Promise<string | undefined> {
    const content = await this.#shell.io.files.readFile(this.#path).catch(() => undefined)
    return content?.toString()
  }
}
