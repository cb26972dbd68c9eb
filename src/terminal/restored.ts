import { firstFew } from '../game/kernel/message-text.ts'
import type { Arrival, RestoredDesign } from '../interface/control-answers.ts'
import { printable } from '../sentences/printable.ts'
import { counted } from '../sentences/quantities.ts'
import { hint } from './hint.ts'
import { loadProject } from './load-project.ts'
import { reportOutOfLine } from './report-out-of-line.ts'
import { runtimeOf, withService, type Service, hasDesignProblems } from './service.ts'
import type { Shell } from './shell.ts'

/** The number of changes on a line, which counts the others. */
const MAX_CHANGES = 3

/** Says on one line which design the restored game runs, and how the current and the recorded design differ. */
export function restoredDesignText({ runs, changes, issues }: RestoredDesign): string {
  const { few, more } = firstFew(changes, MAX_CHANGES)
  const what = printable([...few, ...more].join('; '))
  return runs === 'current'
    ? `the current design is active again, and differs from the recorded one: ${what}`
    : `the recorded design is active now; the current one ${blockedText(issues)}differs from it: ${what}`
}

const blockedText = (issues: number | undefined): string =>
  issues === undefined ? '' : `is blocked by ${counted(issues, 'issue', 'issues')} and `

/** Says that a restored game runs the last valid design because its files have problems. */
export const BROKEN_FILES = 'the design files have problems, so the last valid design stays active'

/** Reports which design a restored game runs, how its players fit it, and how to undo the command. */
export async function reportArrival(
  shell: Shell,
  { snapshot, design, upgrade_removed: isRemoved }: Arrival,
): Promise<void> {
  if (design?.runs === 'current') {
    shell.confirm(restoredDesignText(design))
    await reportOutOfLine(shell)
  }
  if (design?.runs === 'recorded') {
    shell.note(`${shell.paint.bad('warning')} ${restoredDesignText(design)}`)
    shell.note(
      design.issues === undefined
        ? `run ${hint(shell, 'design deploy')} to run the latest design, ${hint(shell, 'design diff')} to see the difference`
        : `run ${hint(shell, 'design issues')} to see the issues, ${hint(shell, 'design upgrade')} once each has a fix`,
    )
  }
  if (isRemoved)
    shell.note(`the restore removed the pending upgrade; run ${hint(shell, 'design deploy')} to start it again`)
  if (snapshot !== undefined) {
    // Without a terminal, production needs `--yes`.
    const yes = runtimeOf(shell, await loadProject(shell)) === 'production' ? ' --yes' : ''
    shell.note(`run ${hint(shell, `snapshot restore ${printable(snapshot)}${yes}`)} to undo this`)
  }
  // The recorded design does not come from files.
  if (shell.options.json || design?.runs === 'recorded' || !(await withService(shell, hasBrokenFiles(shell)))) return
  shell.note(`${shell.paint.bad('warning')} ${BROKEN_FILES}; run ${hint(shell, 'design validate')} to see them`)
}

const hasBrokenFiles =
  (shell: Shell) =>
  async ({ client, project }: Service): Promise<boolean> => {
    // Only staging follows the files.
    if (runtimeOf(shell, project) === 'production') return false
    return hasDesignProblems(client)
  }
