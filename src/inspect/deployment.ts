import type { RouteOutput } from '../client/route-types.ts'
import { counted } from '../sentences/quantities.ts'

/** The result of a deployment, as the service answers it. Spec 4.13. */
export type Deployment = RouteOutput<'POST /v2/design/versions/:version/deploy'>

/** What a deployment did; the version follows. */
export const DEPLOYED = {
  simulated: 'staging runs',
  launched: 'production launched with',
  upgraded: 'production runs',
} as const

/** Says what a deployment did, or that issues block it. */
export function deploymentText({ status, version, issues }: Deployment): string {
  if (status !== 'issues') return `${DEPLOYED[status]} ${version}`
  return `${counted(issues.length, 'issue blocks', 'issues block')} ${version}`
}

/** Sorts fixes for display: those that lose nothing come first. */
export function offeredFixes<Fix extends { readonly id: string }>(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.toSorted((a, b) => Number(a.id === 'drop') - Number(b.id === 'drop'))
}
