import type { Design } from '../../game/design/design.ts'
import { idOf } from '../../game/design/identity.ts'
import { kinds } from '../../game/design/source.ts'
import type { DesignFiles } from '../../project/design-files.ts'
import { compareProblems } from '../../project/problem.ts'
import type { Finding } from './economy.ts'
import { lintDesign } from './lint-design.ts'
import type { Lint } from './lint.ts'
import { lints } from './lints.ts'

/** A finding with its place in the files. The file is an absolute path. */
export type PlacedLint = Lint & Required<Pick<Lint, 'file' | 'line' | 'column'>>

/**
 * Returns what the lints find in a valid design, in reading order of its files. `ignored` are the entries of
 * `lint.ignore`: `<id>`, or `<id>:<kind>/<component>`. Spec 7.3 "Lints".
 */
export function placedLints(design: Design, read: DesignFiles, ignored: readonly string[]): readonly PlacedLint[] {
  const found = heeded(design, ignored)
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
    .map((finding, i): PlacedLint => {
      const { file, line, column } = places[i] as (typeof places)[number]
      return lintOf(finding, { file, line, column })
    })
    .toSorted(compareProblems)
}

/**
 * Returns what the lints find in a valid design that does not come from files, in the order of the lints. `ignored` are the
 * entries of `lint.ignore`.
 */
export function unplacedLints(design: Design, ignored: readonly string[] = []): readonly Lint[] {
  return heeded(design, ignored).map((finding) => lintOf(finding, {}))
}

/** Returns the findings that the project does not ignore. */
function heeded(design: Design, ignored: readonly string[]): readonly Finding[] {
  const silenced = new Set(ignored)
  return lintDesign(design).filter(
    ({ id, kind, component }) => !silenced.has(id) && !silenced.has(`${id}:${kind}/${component}`),
  )
}

function lintOf<P extends object>({ id, severity, kind, component, message }: Finding, place: P): Lint & P {
  const { why, fix } = lints[id]
  const subject = { id, severity: severity ?? lints[id].severity, component: `${kind}/${component}` }
  return { ...subject, ...place, message, why, fix }
}
