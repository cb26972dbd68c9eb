import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import type { GivenImages } from '../../../project/design-images.ts'
import type { DesignState } from '../../../project/design-state.ts'
import type { Io } from '../../../terminal/io.ts'
import { printable } from '../../../terminal/render/printable.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Report } from './design-report.ts'
import { designWarner } from './design-warner.ts'
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
  { design, project }: ServePlan,
  emulator: Emulator,
  given: GivenImages,
  log: Log,
  { io }: Shell,
): Promise<LiveFiles> {
  // Not before the game answers: nobody has to wait for what watches files.
  const [{ LiveDesign }, { LiveImages }, { removeUnfinished }] = await Promise.all([
    import('../../../project/live-design.ts'),
    import('../../../project/live-images.ts'),
    import('../../../project/unfinished-files.ts'),
  ])
  const { reader, look, watch, writeBack } = design
  const { directory } = reader
  await removeUnfinished(io.files, directory, look.paths)
  const warnOfDesign = designWarner(emulator, log.warn)
  warnOfDesign()
  const report = (report: Report): void => {
    log.design(report)
    warnOfDesign()
  }
  const common = { files: io.files, watch, writeBack, report, warn: log.warn }
  const live = new LiveDesign({
    ...common,
    reader,
    known: look,
    game: emulator.designs,
    hasTaken: emulator.hasTakenFiles,
  })
  const images = new LiveImages({ ...common, directory, given, game: emulator.images })
  const config = await watchProject(project.file, watch, log, io)
  return {
    get state() {
      const { loaded, problems } = live.state
      return { loaded, problems: [...problems, ...images.problems] }
    },
    close: async () => {
      await Promise.all([live.close(), images.close(), config?.close()])
    },
  }
}

/** Says that a changed gamify.json counts after a restart. */
async function watchProject(
  path: string | undefined,
  watch: ServePlan['design']['watch'],
  { warn }: Log,
  { cwd, files }: Io,
): Promise<{ close(): Promise<void> } | undefined> {
  if (path === undefined || watch === 'off') return undefined
  const { watchConfig } = await import('../../../project/config-watch.ts')
  const onChange = (): void => warn(`${printable(relative(cwd, path))} changed; restart the emulator to apply it`)
  return watchConfig({ files, path, watch, onChange, warn })
}
