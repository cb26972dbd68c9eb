import type { DeployedVersion, DesignDeployment, DesignEdit, DesignView, GameView } from '../game-operation.ts'
import type { GameInfo } from '../kernel/game-info.ts'
import type { VersionChoice } from '../kernel/version-operation.ts'
import { withoutErrors, type Component } from './components.ts'

/** Reads the description of the game. Spec 2 `GET /admin/`. */
export const readStatus: GameView<Record<never, never>, GameInfo> = {
  kind: 'view',
  name: 'game.status',
  view: (_, __, { game }) => game,
}

const ofVersion = ({ version, source }: VersionChoice): VersionChoice => ({ version, source })

/** Reads what each new player starts with. Spec 4.12. */
export const readBootstrap: DesignView<VersionChoice, Component> = {
  kind: 'version-view',
  name: 'design.bootstrap.read',
  versionOf: ofVersion,
  view: ({ bootstrap }) => bootstrap as Component,
}

/**
 * Changes some fields of the bootstrap. If each field is valid in itself, the whole bootstrap is valid in itself. Spec
 * 4.12.
 */
export const updateBootstrap: DesignEdit<{ readonly version: string; readonly changes: Component }, Component> = {
  kind: 'version-edit',
  name: 'design.bootstrap.update',
  versionOf: ofVersion,
  edit: (source, { changes }) => {
    const bootstrap = withoutErrors({ ...(source.bootstrap as Component), ...changes })
    return { content: { ...source, bootstrap }, answer: bootstrap }
  },
}

const asItIs = (deployed: DeployedVersion): DeployedVersion => deployed

/** Deploys a version of the design in the caller's runtime. Spec 2 `POST /design/versions/:version/deploy`, 4.13. */
export const deployVersion: DesignDeployment<{ readonly version: string }, DeployedVersion> = {
  kind: 'version-deployment',
  name: 'design.versions.deploy',
  deploys: ({ version }) => version,
  answer: asItIs,
}

/** Deploys the design that waits for its issues to be fixed. Spec 2 `POST /design/upgrade`, 4.13. */
export const completeUpgrade: DesignDeployment<Record<never, never>, DeployedVersion> = {
  kind: 'version-deployment',
  name: 'design.versions.upgrade',
  deploys: () => undefined,
  answer: asItIs,
}
