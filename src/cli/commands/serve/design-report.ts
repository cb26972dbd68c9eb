import { relative } from 'node:path'
import type { RuntimeName } from '../../../game/game-state.ts'
import { eventId } from '../../../game/kernel/ids.ts'
import { toIso } from '../../../game/kernel/instant.ts'
import { firstFew } from '../../../game/kernel/message-text.ts'
import type { LiveViolation } from '../../../lab/check/live-checks.ts'
import type { DesignReport } from '../../../project/live-design.ts'
import type { ImageReport } from '../../../project/live-images.ts'
import { problemText, type Problem } from '../../../project/problem.ts'
import { printable } from '../../../sentences/printable.ts'
import { outOfLineText } from '../../../sentences/reevaluation-text.ts'

/** A report about the design files. */
export type Report =
  | DesignReport
  | ImageReport
  /** A check does not hold. */
  | { readonly type: 'violated'; readonly violation: LiveViolation }
  /** The checks have these problems with the design of a runtime, or none any more. */
  | { readonly type: 'broken checks'; readonly runtime: RuntimeName; readonly problems: readonly Problem[] }
  /** The declarations of the design were written to a file. */
  | { readonly type: 'types'; readonly path: string }
  /** The game has no design yet and waits for the files. */
  | { readonly type: 'waiting'; readonly problems: readonly Problem[] }

type Written = Extract<Report, { readonly type: 'written' }>

/** The number of changes that are listed on a line, which counts the others. */
const MAX_LISTED = 4

/** Formats a report for people: one line, and one more for each problem. Paths are relative to `cwd`. */
export function reportText(report: Report, cwd: string): { readonly isWarning: boolean; readonly text: string } {
  switch (report.type) {
    case 'changed':
      return {
        isWarning: report.lost.length > 0,
        text:
          changedText(report.isMended, report.changes) +
          keptText(report.keptAside) +
          renamedText(report.renamed) +
          lostText(report.lost),
      }
    case 'out of line': {
      const [where, flag] = whereOf(report.runtime)
      const text = `${where}${outOfLineText(report.counts) ?? ''}; run 'gamify design reevaluate${flag}'`
      return { isWarning: true, text }
    }
    case 'broken': {
      const what = 'the design has problems; the last valid design stays active:'
      return { isWarning: true, text: what + problemLines(report.problems, cwd) }
    }
    case 'violated': {
      const { check, player, seq, found, runtime } = report.violation
      const [where, flag] = whereOf(runtime)
      const what = `${where}the check ${check.id} does not hold: ${found} (player ${player}, entry ${seq})`
      const why = `run 'gamify why ${eventOf(report.violation)}${flag}' to see what led to it`
      return { isWarning: true, text: printable(`${what}; ${why}`) }
    }
    case 'broken checks': {
      const [where] = whereOf(report.runtime)
      if (report.problems.length === 0) return { isWarning: false, text: `${where}the checks are valid again` }
      const what = `${where}checks have problems, and are not used until you fix them:`
      return { isWarning: true, text: what + problemLines(report.problems, cwd) }
    }
    case 'images':
      return { isWarning: false, text: imagesText(report.isMended, report.changes) }
    case 'waiting': {
      const what = 'the design has problems; the game starts as soon as you fix them:'
      return { isWarning: true, text: what + problemLines(report.problems, cwd) }
    }
    case 'broken images': {
      const what = 'gamify cannot load some images, and keeps the earlier ones:'
      return { isWarning: true, text: what + problemLines(report.problems, cwd) }
    }
    case 'written':
      return { isWarning: report.problems.length > 0, text: writtenText(report, cwd) }
    case 'differing': {
      const what = `a route changed the design, so it differs from the files: ${shortened(report.changes)}`
      const remedy = `run 'gamify design export --force' to write it into the files, or 'gamify serve --write-back' to write every change`
      return { isWarning: true, text: `${what}\n${remedy}` }
    }
    case 'types':
      return { isWarning: false, text: `wrote the types to ${printable(relative(cwd, report.path))}` }
    case 'images written':
      return { isWarning: false, text: filesText(report, cwd) }
    case 'images differing': {
      const what = `a route changed images, so they differ from the files: ${shortened(report.changes)}`
      return { isWarning: true, text: `${what}\nrun 'gamify serve --write-back' to write every change into the files` }
    }
    case 'left': {
      const parts = report.left.map(({ name, reason }) => `${name} (${reason})`)
      return {
        isWarning: true,
        text: `gamify could not write these changes to the files: ${printable(parts.join('; '))}`,
      }
    }
  }
}

/** Formats a report for programs. */
export function reportFacts(report: Report, cwd: string): { readonly isWarning: boolean; readonly facts: object } {
  switch (report.type) {
    case 'changed': {
      const { isMended: mended, changes, renamed, lost } = report
      return {
        isWarning: lost.length > 0,
        facts: {
          design: 'changed',
          mended,
          changes,
          ...(renamed.length > 0 && { renamed }),
          ...(lost.length > 0 && { lost }),
        },
      }
    }
    case 'images':
      return { isWarning: false, facts: { design: 'images', mended: report.isMended, changes: report.changes } }
    case 'out of line': {
      const { players, levels, achievements } = report.counts
      return { isWarning: true, facts: { design: report.type, runtime: report.runtime, players, levels, achievements } }
    }
    case 'violated': {
      const { check, player, seq, at, found, runtime } = report.violation
      const event = eventOf(report.violation)
      return { isWarning: true, facts: { check: check.id, runtime, player, seq, at: toIso(at), event, found } }
    }
    case 'broken checks': {
      const { runtime, problems } = report
      const facts = { checks: problems.length > 0 ? 'broken' : 'valid', runtime, problems: problemFacts(problems, cwd) }
      return { isWarning: problems.length > 0, facts }
    }
    case 'waiting':
    case 'broken':
    case 'broken images':
      return { isWarning: true, facts: { design: report.type, problems: problemFacts(report.problems, cwd) } }
    case 'written': {
      const [wrote, removed] = [pathsFrom(cwd, report.wrote), pathsFrom(cwd, report.removed)]
      const facts = { design: 'written', wrote, removed, mended: report.isMended }
      if (report.problems.length === 0) return { isWarning: false, facts }
      return { isWarning: true, facts: { ...facts, problems: problemFacts(report.problems, cwd) } }
    }
    case 'types':
      return { isWarning: false, facts: { design: report.type, wrote: pathsFrom(cwd, [report.path]) } }
    case 'images written': {
      const [wrote, removed] = [pathsFrom(cwd, report.wrote), pathsFrom(cwd, report.removed)]
      return { isWarning: false, facts: { design: report.type, wrote, removed } }
    }
    case 'differing':
    case 'images differing':
      return { isWarning: true, facts: { design: report.type, changes: report.changes } }
    case 'left':
      return { isWarning: true, facts: { design: 'left', components: report.left } }
  }
}

/** Returns how a line about a runtime begins, and the flag of commands for it. */
const whereOf = (runtime: RuntimeName): readonly [where: string, flag: string] =>
  runtime === 'production' ? ['production: ', ' --runtime production'] : ['', '']

const eventOf = (violation: LiveViolation): string => eventId(violation, violation.event)

const pathsFrom = (cwd: string, paths: readonly string[]): readonly string[] => paths.map((path) => relative(cwd, path))

function changedText(isMended: boolean, changes: readonly string[]): string {
  if (isMended) return changes.length === 0 ? 'valid again' : `valid again: ${shortened(changes)}`
  return changes.length === 0 ? 'saved; the design did not change' : shortened(changes)
}

/** The files do not show that players keep hidden scores of a removed component. */
const keptText = (keptAside: readonly string[]): string =>
  keptAside.length === 0 ? '' : `\nthe scores of ${shortened(keptAside, ', ')} stay hidden until you add it again`

const renamedText = (renamed: readonly string[]): string => renamed.map((each) => `\n${printable(each)}`).join('')

/** Lists all of them, because nothing else does. */
const lostText = (lost: readonly string[]): string =>
  lost.length === 0 ? '' : `\nthe files overwrote these changes of a route: ${printable(lost.join(', '))}`

function imagesText(isMended: boolean, changes: readonly string[]): string {
  if (!isMended) return shortened(changes)
  return changes.length === 0 ? 'all images are valid again' : `all images are valid again: ${shortened(changes)}`
}

const problemLines = (problems: readonly Problem[], cwd: string): string =>
  problems.map((problem) => `\n${printable(problemText(problem, cwd))}`).join('')

const problemFacts = (problems: readonly Problem[], cwd: string): readonly Problem[] =>
  problems.map((problem) => ({ ...problem, file: relative(cwd, problem.file) }))

function filesText({ wrote, removed }: Pick<Written, 'wrote' | 'removed'>, cwd: string): string {
  const parts = [
    ...(wrote.length > 0 ? [`wrote ${shortened(pathsFrom(cwd, wrote))}`] : []),
    ...(removed.length > 0 ? [`removed ${shortened(pathsFrom(cwd, removed))}`] : []),
  ]
  return parts.join(', ')
}

function writtenText({ isMended, problems, ...files }: Written, cwd: string): string {
  const what = filesText(files, cwd) + (isMended ? '; valid again' : '')
  if (problems.length === 0) return `${what}; deploy it to use it on staging`
  const why = 'gamify cannot deploy the design that routes changed; the last valid design stays active:'
  return `${what}\n${why}${problemLines(problems, cwd)}`
}

/** Joins a few items on one line, and counts the others. */
function shortened(all: readonly string[], separator = '; '): string {
  const { few, more } = firstFew(all, MAX_LISTED)
  return printable([...few, ...more].join(separator))
}
