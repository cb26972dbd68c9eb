import { idOf } from '../game/design/identity.ts'
import { kinds, type Kind } from '../game/design/source.ts'
import type { DesignFiles } from './design-files.ts'
import type { DesignFileProblem, FoundDesign } from './load-design.ts'

/** A component of the design that the game was given last, and its file. */
export interface LoadedComponent {
  readonly kind: Kind
  readonly id: string
  readonly file: string
}

/** What is known of the files of a design. */
export interface DesignState {
  readonly loaded: readonly LoadedComponent[]
  readonly problems: readonly DesignFileProblem[]
}

/** What is known after the first look: where there is no directory, nothing is wrong and nothing loaded. */
export function firstState(look: FoundDesign & { readonly isThere: boolean }): DesignState {
  return { loaded: look.design ? componentsIn(look.read) : [], problems: look.isThere ? look.problems : [] }
}

/** The components that were found in files, in order of kind and id. */
export function componentsIn(read: DesignFiles): readonly LoadedComponent[] {
  return kinds.flatMap((kind) =>
    read.found(kind).flatMap(({ component, file }) => {
      const id = idOf(component)
      return id === undefined || !file ? [] : [{ kind, id, file: file.path }]
    }),
  )
}
