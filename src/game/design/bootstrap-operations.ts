import type { DesignEdit, DesignView } from '../game-operation.ts'
import type { VersionChoice } from '../kernel/version-operation.ts'
import { withoutErrors, type Component } from './components.ts'

const ofVersion = ({ version, source }: VersionChoice): VersionChoice => ({ version, source })

/** What each new player starts with. Spec 4.12. */
export const readBootstrap: DesignView<VersionChoice, Component> = {
  kind: 'version-view',
  name: 'design.bootstrap.read',
  of: ofVersion,
  view: ({ bootstrap }) => bootstrap as Component,
}

/** Changes some of it; each field is right in itself, so all of them are together. Spec 4.12. */
export const updateBootstrap: DesignEdit<{ readonly version: string; readonly changes: Component }, Component> = {
  kind: 'version-edit',
  name: 'design.bootstrap.update',
  of: ofVersion,
  edit: (source, { changes }) => {
    const bootstrap = withoutErrors({ ...(source.bootstrap as Component), ...changes })
    return { content: { ...source, bootstrap }, answer: bootstrap }
  },
}
