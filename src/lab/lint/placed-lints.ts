import type { Design } from '../../game/design/design.ts'
import { idOf } from '../../game/design/identity.ts'
import { kinds, type DesignSource } from '../../game/design/source.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import type { DesignFiles } from '../../project/design-files.ts'
import { compareProblems } from '../../project/problem.ts'
import { lintDesign } from './lint-design.ts'
import { lintIds, lints, type LintId, type Severity } from './lints.ts'

/** A finding of a lint and its place in the files, as `gamify design lint --json` prints it. Spec 7.3 "Lints". */
export interface Lint {
  readonly id: LintId
  readonly severity: Severity
  /** Such as `metrics/coins`. */
  readonly component: string
  /** The absolute path. */
  readonly file: string
  /** Lines and columns count from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
  readonly why: string
  readonly fix: string
}

/**
 * Returns what the lints find in a valid design, in reading order of its files. `ignored` are the entries of
 * `lint.ignore`: `<id>`, or `<id>:<kind>/<component>`. Spec 7.3 "Lints".
 */
export function placedLints(design: Design, read: DesignFiles, ignored: readonly string[]): readonly Lint[] {
  const silenced = new Set(ignored)
  const found = lintDesign(design).filter(
    ({ id, kind, component }) => !silenced.has(id) && !silenced.has(`${id}:${kind}/${component}`),
  )
  const index = new Map(
    kinds.flatMap((kind) => design.source[kind].map((each, i) => [`${kind}/${idOf(each) ?? ''}`, i] as const)),
  )
  const places = read.locate(
    found.map(({ kind, component, path, message }) => ({
      kind,
      index: index.get(`${kind}/${component}`) ?? 0,
      id: component,
      path,
      message,
    })),
  )
  return found
    .map(({ id, severity, kind, component, message }, i): Lint => {
      const { file, line, column } = places[i] as (typeof places)[number]
      const { why, fix } = lints[id]
      return {
        id,
        severity: severity ?? lints[id].severity,
        component: `${kind}/${component}`,
        file,
        line,
        column,
        message,
        why,
        fix,
      }
    })
    .toSorted(compareProblems)
}

/** Returns what is wrong with an entry of `lint.ignore`, or undefined. Spec 7.3 "Lints". */
export function ignoreProblem(entry: string, source: DesignSource): string | undefined {
  const [id = '', component] = entry.split(':', 2)
  if (!Object.hasOwn(lints, id)) return `unknown lint ${quoted(id)}${suggestion(id, lintIds)}`
  if (component === undefined) return undefined
  const known = kinds.flatMap((kind) => source[kind].map((each) => `${kind}/${idOf(each) ?? ''}`))
  if (known.includes(component)) return undefined
  return `the design has no ${quoted(component)}${suggestion(component, known)}`
}
