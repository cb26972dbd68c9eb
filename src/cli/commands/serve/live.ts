import type { Emulator } from '../../../emulator/emulator.ts'
import type { GivenImages } from '../../../project/design-images.ts'
import type { DesignState } from '../../../project/design-state.ts'
import type { Shell } from '../../shell.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/** A game and its files that are kept together. */
export interface LiveFiles {
  /** What is known of the files, images included. */
  readonly state: DesignState
  /** Ends it, once what is under way is done. */
  close(): Promise<void>
}

/** Keeps game and design files together from now on; what has changed since they were looked at is found at once. */
export async function keepTogether(
  { design }: ServePlan,
  emulator: Emulator,
  given: GivenImages,
  log: Log,
  { io }: Shell,
): Promise<LiveFiles> {
  // Not before the game answers: nobody has to wait for what watches files.
  const [{ LiveDesign }, { LiveImages }] = await Promise.all([
    import('../../../project/live-design.ts'),
    import('../../../project/live-images.ts'),
  ])
  const { reader, look, watch, writeBack } = design
  const common = { files: io.files, watch, tell: log.design, warn: log.warn }
  const live = new LiveDesign({ ...common, reader, known: look, game: emulator.designs, writeBack })
  const images = new LiveImages({ ...common, directory: reader.directory, given, game: emulator.images })
  return {
    get state() {
      const { loaded, problems } = live.state
      return { loaded, problems: [...problems, ...images.problems] }
    },
    close: async () => {
      await Promise.all([live.close(), images.close()])
    },
  }
}
