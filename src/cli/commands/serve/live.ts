import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import type { GivenImages } from '../../../project/design-images.ts'
import type { DesignState } from '../../../project/load-design.ts'
import type { Io } from '../../../terminal/io.ts'
import { printable } from '../../../terminal/render/printable.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Report } from './design-report.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { moreProblems, type ProblemList } from '../../../game/kernel/problem-list.ts'
import { pathText } from '../../../game/kernel/schema.ts'
import { designWarnings, type WarningLocation } from '../../../project/design-warnings.ts'
import { missingImages } from '../../../project/missing-images.ts'

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

/**
 * Warns of what the working design hardly means, and of images that it names and the game has none of, whenever they are
 * others than before.
 */
export function designWarner({ designs, images }: Emulator, warn: (message: string) => void): () => void {
  const warnings = [
    newsOf('the design is valid, but some of it probably does not do what you expect:', warn, () =>
      designWarnings(designs.latest.source),
    ),
    newsOf('these components use the built-in image because their own image is missing:', warn, () => {
      const ids = new Set(images.list(0, Infinity).map(({ id }) => id))
      return missingImages(designs.latest.source, ids, 'all')
    }),
  ]
  return () => warnings.forEach((look) => look())
}

/** Warns of what a look finds when it is something else than before. */
function newsOf(what: string, warn: (message: string) => void, look: () => ProblemList<WarningLocation>): () => void {
  let before = ''
  return () => {
    const { told, more } = look()
    const lines = told.map(({ kind, id, path, message }) => `${placeText(kind, id)} ${pathText(path)}: ${message}`)
    const text = [...lines, ...(more > 0 ? [moreProblems(more)] : [])].map(printable).join('\n')
    if (text !== before && text !== '') warn(`${what}\n${text}`)
    before = text
  }
}

const placeText = (kind: string, id: string | undefined): string => (id === undefined ? kind : `${kind}/${id}`)
