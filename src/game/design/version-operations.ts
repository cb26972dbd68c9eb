import type { DeployedVersion, DesignDeployment } from '../game-operation.ts'

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
