import type { FileHandle, OpenMode } from '../../src/storage/fs.ts'
import { SimulatedFileSystem } from './simulated-fs.ts'

/** Files whose disk can be kept busy: nothing reaches it then, and whoever waits for that goes on waiting. */
export class HeldFiles extends SimulatedFileSystem {
  #disk: Promise<void> = Promise.resolve()
  /** Trips to the disk that are held up now. */
  waiting = 0

  /** Keeps the disk busy; gives what lets it go on. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#disk = promise
    return resolve
  }

  override async open(
    path: string,
    mode: OpenMode,
    options?: { readonly writeThrough?: boolean },
  ): Promise<FileHandle> {
    const handle = await super.open(path, mode, options)
    const reach = async (): Promise<void> => {
      this.waiting += 1
      await this.#disk
      this.waiting -= 1
    }
    return {
      ...handle,
      write: async (bytes, position) => {
        if (options?.writeThrough) await reach()
        await handle.write(bytes, position)
      },
      sync: async () => {
        await reach()
        await handle.sync()
      },
    }
  }
}
