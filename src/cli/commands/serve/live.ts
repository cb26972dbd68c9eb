import { relative } from 'node:path'
import type { Emulator } from '../../../emulator/emulator.ts'
import { moreProblems, type ProblemList } from '../../../game/kernel/problem-list.ts'
import { pathText } from '../../../game/kernel/schema-problems.ts'
import type { GivenImages } from '../../../project/design-images.ts'
import { designWarnings, type WarningLocation } from '../../../project/design-warnings.ts'
import type { DesignState } from '../../../project/load-design.ts'
import { missingImages } from '../../../project/missing-images.ts'
import { printable } from '../../../sentences/printable.ts'
import type { Io } from '../../../terminal/io.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { ServedChecks } from './checks.ts'
import type { Report } from './design-report.ts'
import type { Log } from './log.ts'
import { LossMention } from './loss-mention.ts'
import type { ServePlan } from './plan.ts'
import type { TypesFile } from './types.ts'

/** A game and design files that are kept in sync. */
export interface LiveFiles {
  /** The state of the files, images included. */
  readonly state: DesignState
  /** Stops after the work in progress. */
  close(): Promise<void>
}

/** Keeps the game and the design files in sync from now on. It detects changes since the files were last read. */
export async function syncDesignFiles(
  plan: ServePlan,
  emulator: Emulator,
  { images: given, checks }: { readonly images: GivenImages; readonly checks: ServedChecks },
  log: Log,
  shell: Shell,
): Promise<LiveFiles> {
  const { design, project } = plan
  const { io } = shell
  // These modules load only after the game answers, so that no call waits for them.
  const [{ LiveDesign }, { LiveImages }, { removeUnfinished }] = await Promise.all([
    import('../../../project/live-design.ts'),
    import('../../../project/live-images.ts'),
    import('../../../project/unfinished-files.ts'),
  ])
  const { reader, look: check, watch, writeBack } = design
  const { directory } = reader
  await removeUnfinished(io.files, directory, check.paths)
  const warnOfDesign = designWarner(emulator, log.warn)
  warnOfDesign()
  const losses = new LossMention(emulator, log)
  const types = await openTypes(plan, log, shell)
  if (check.design) await types?.write(check.design)
  const report = (report: Report): void => {
    log.design(report)
    warnOfDesign()
    if (report.type === 'changed' && report.changes.length > 0) void losses.begin()
    if (report.type === 'changed') void types?.write(emulator.runtime('staging').design)
  }
  const common = { files: io.files, watch, writeBack, report, warn: log.warn }
  const live = new LiveDesign({
    ...common,
    reader,
    known: check,
    game: emulator.designs,
    hasTaken: emulator.hasTakenFiles,
  })
  const images = new LiveImages({ ...common, directory, given, game: emulator.images })
  const config = await watchProject(project.file, watch, log, io)
  const checkFiles = await checks.follow(emulator)
  return {
    get state() {
      const { loaded, problems } = live.state
      return { loaded, problems: [...problems, ...images.problems, ...checks.problems(emulator)] }
    },
    close: async () => {
      await Promise.all([live.close(), images.close(), config?.close(), checkFiles?.close()])
      await Promise.all([losses.close(), types?.close()])
    },
  }
}

/** Opens the file of declarations to keep up to date, if there is one. Its module loads only then. */
async function openTypes(
  { types, project, settings }: ServePlan,
  log: Log,
  shell: Shell,
): Promise<TypesFile | undefined> {
  if (types === undefined) return undefined
  const { TypesFile } = await import('./types.ts')
  return new TypesFile(types, { title: project.game.title, dialect: settings.dialect ?? project.dialect }, log, shell)
}

/** Warns that a change of gamify.json takes effect after a restart. */
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
 * Returns a function that warns about questionable parts of the working design, and about missing images. It warns only
 * if the warnings have changed.
 */
export function designWarner({ designs, images }: Emulator, warn: (message: string) => void): () => void {
  const warnings = [
    warnOnChange('the design is valid, but some of it probably does not do what you expect:', warn, () =>
      designWarnings(designs.latest.source),
    ),
    warnOnChange('these components use the built-in image because their own image is missing:', warn, () => {
      const ids = new Set(images.list(0, Infinity).map(({ id }) => id))
      return missingImages(designs.latest.source, ids, 'all')
    }),
  ]
  return () => warnings.forEach((check) => check())
}

/** Returns a function that runs a check, and warns if the result differs from the last one. */
function warnOnChange(
  heading: string,
  warn: (message: string) => void,
  check: () => ProblemList<WarningLocation>,
): () => void {
  let before = ''
  return () => {
    const { reported: told, more } = check()
    const lines = told.map(({ kind, id, path, message }) => `${partName(kind, id)} ${pathText(path)}: ${message}`)
    const text = [...lines, ...(more > 0 ? [moreProblems(more)] : [])].map(printable).join('\n')
    if (text !== before && text !== '') warn(`${heading}\n${text}`)
    before = text
  }
}

const partName = (kind: string, id: string | undefined): string => (id === undefined ? kind : `${kind}/${id}`)
