import type { DeployedVersion, DesignDeployment, DesignEdit, DesignView, GameView } from '../game-operation.ts'
import type { GameInfo } from '../kernel/game-info.ts'
import type { VersionChoice } from '../kernel/version-operation.ts'
import { withoutErrors, type Component } from './components.ts'

/** What the game says of itself. Spec 2 `GET /admin/`. */
export const readStatus: GameView<Record<never, never>, GameInfo> = {
  kind: 'view',
  name: 'game.status',
  view: (_, __, { game }) => game,
}

const ofVersion = ({ version, source }: VersionChoice): VersionChoice => ({ version, source })

/** What each new player starts with. Spec 4.12. */
export const readBootstrap: DesignView<VersionChoice, Component> = {
  kind: 'version-view',
  name: 'design.bootstrap.read',
  versionOf: ofVersion,
  view: ({ bootstrap }) => bootstrap as Component,
}

/** Changes some of it; each field is right in itself, so all of them are together. Spec 4.12. */
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

/** Lets the caller's runtime run a version of the design. Spec 2 `POST /design/versions/:version/deploy`, 4.13. */
export const deployVersion: DesignDeployment<{ readonly version: string }, DeployedVersion> = {
  kind: 'version-deployment',
  name: 'design.versions.deploy',
  deploys: ({ version }) => version,
  answer: asItIs,
}

/** Lets it run the design that waits for its issues to be fixed. Spec 2 `POST /design/upgrade`, 4.13. */
export const completeUpgrade: DesignDeployment<Record<never, never>, DeployedVersion> = {
  kind: 'version-deployment',
  name: 'design.versions.upgrade',
  deploys: () => undefined,
  answer: asItIs,
}
