import type { GameCommand, GameContext, GameView } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, invalid, isFault, type Fault } from '../kernel/fault.ts'
import { quoted } from '../kernel/message-text.ts'
import type { Decision } from '../kernel/operation.ts'
import type { Design } from './design.ts'
import { designChanges } from './differences.ts'
import { incompatibilities, showIssue } from './incompatibilities.ts'
import { fixesOf, type Deployed, type Incompatibility, type Issue } from './issue.ts'
import type { DesignDeployed, DesignHeld, IssueFixed, FixId, SettledIssue } from './shapes.ts'

/** A design to deploy, and the version that it is frozen as; null for none. */
interface Deploying {
  readonly hash: string
  readonly label: string | null
}

/**
 * Deploys the design with this hash, which changes no score by itself. In staging, data that the design has no place
 * for is kept aside. In production, the design waits until each such issue is fixed. Spec 4.13.
 */
export const deployDesign: GameCommand<Deploying, Deployed> = {
  kind: 'command',
  name: 'design.deploy',
  next: (_, { hash }) => hash,
  decide: (state, deploying, { design, next }) =>
    deploy(
      state,
      { ...deploying, ...summarizeChanges(design, loaded(next)) },
      incompatibilities(state, design, loaded(next)),
    ),
}

/** Deploys the waiting design when its issues are fixed. Spec 2 `POST /design/upgrade`, 4.13. */
export const upgradeDesign: GameCommand<Pick<Deploying, 'label'>, Deployed> = {
  kind: 'command',
  name: 'design.upgrade',
  next: pendingHash,
  decide: (state, { label }, { design, next }) => {
    const hash = pendingHash(state)
    if (hash === undefined)
      return fault('invalid_request', { message: 'No design is waiting for an upgrade; deploy one first' })
    const found = incompatibilities(state, design, loaded(next))
    const open = openIssues(state, hash, found)
    return open.length > 0
      ? fault('unresolved_issues', { count: open.length })
      : deploy(state, { hash, label, ...summarizeChanges(design, loaded(next)) }, found)
  },
}

/** Chooses the fix of an issue. Spec 2 `POST /design/issues/:issue_id`, 4.13. */
export const fixIssue: GameCommand<{ readonly issue: string; readonly fix: string }, Issue> = {
  kind: 'command',
  name: 'design.fix',
  next: pendingHash,
  decide: (state, { issue: id, fix: requested }, context) => {
    const issue = issueOf(state, id, context)
    if (isFault(issue)) return issue
    const fix = issue.fixes.find((each) => each.id === requested)?.id
    if (fix === undefined) return notAFix(issue, requested)
    const chosen = issue.is_resolved && issue.apply === fix
    if (!chosen && pendingHash(state) === undefined) return settledBefore(issue)
    const fixed: IssueFixed = { event: 'issue:fixed', issue: id, fix }
    return {
      events: chosen ? [] : [fixed],
      answer: () => showIssue(issue, fix),
    }
  },
}

/** Lists the issues of the waiting design, or else those of the deployed design as they were settled. Spec 4.13. */
export const listIssues: GameView<{ readonly type?: string | undefined }, readonly Issue[]> = {
  kind: 'view',
  name: 'design.issues',
  next: pendingHash,
  view: (state, { type }, context) => {
    const issues = issuesOf(state, context).filter(({ vars }) => type === undefined || `${type}_design` in vars)
    return issues.map((issue) => shown(state, issue))
  },
}

/** Reads one of the issues. Spec 2 `GET /design/issues/:issue_id`. */
export const readIssue: GameView<{ readonly id: string }, Issue> = {
  kind: 'view',
  name: 'design.issue',
  next: pendingHash,
  view: (state, { id }, context) => issueOf(state, id, context),
}

/** Returns the hash of the design that waits for its issues to be fixed. */
function pendingHash({ deployment }: GameState): string | undefined {
  return deployment.pending?.hash
}

/** Returns the design that the operation requested. */
function loaded(next: Design | undefined): Design {
  if (!next) throw new Error('a design is deployed that nobody has loaded')
  return next
}

/** Returns the fixes that were chosen for a design so far, by issue. */
function chosenFixes({ deployment: { pending } }: GameState, hash: string): ReadonlyMap<string, FixId> {
  return pending?.hash === hash ? pending.fixes : new Map()
}

/** The maximum number of changes that the history keeps of a deployment. It keeps the number of the others. */
const MAX_LISTED_CHANGES = 5

/** What a design changes, in a few lines. `more` is the number of other changes. */
interface ChangeSummary {
  readonly changed: readonly string[]
  readonly more?: number
}

/** Returns what a deployment changes, in a few lines. */
function summarizeChanges(before: Design, after: Design): ChangeSummary {
  const lines = designChanges(before.source, after.source)
  const more = lines.length - MAX_LISTED_CHANGES
  return { changed: lines.slice(0, MAX_LISTED_CHANGES), ...(more > 0 && { more }) }
}

function openIssues(state: GameState, hash: string, found: readonly Incompatibility[]): readonly Incompatibility[] {
  const fixes = chosenFixes(state, hash)
  return state.runtime === 'staging' ? [] : found.filter(({ id }) => !fixes.has(id))
}

function deploy(
  state: GameState,
  deploying: Deploying & ChangeSummary,
  found: readonly Incompatibility[],
): Decision<GameState, Deployed> {
  const { hash, changed, more } = deploying
  if (openIssues(state, hash, found).length === 0) return run(state, deploying, found)
  const fixes = chosenFixes(state, hash)
  const issues = found.map((each) => showIssue(each, fixes.get(each.id)))
  const held: DesignHeld = { event: 'design:held', hash, changed, ...(more !== undefined && { more }) }
  return { events: pendingHash(state) === hash ? [] : [held], answer: () => ({ status: 'issues', issues }) }
}

/** Deploys a design without open issues. If it is already deployed, only its version changes. */
function run(
  state: GameState,
  { hash, label: given, changed, more }: Deploying & ChangeSummary,
  found: readonly Incompatibility[],
): Decision<GameState, Deployed> {
  const { runtime, design, deployment } = state
  const fixes = chosenFixes(state, hash)
  const fixOf = (issue: Incompatibility): FixId => fixes.get(issue.id) ?? fixesOf(issue)[0]
  const settled = found.map((issue) => ({ id: issue.id, code: issue.code, vars: issue.vars, fix: fixOf(issue) }))
  const renames = found.flatMap((issue) => (issue.rename && fixOf(issue) === 'rename' ? [issue.rename] : []))
  const drops = runtime === 'staging' ? [] : found.filter(({ id }) => fixes.get(id) === 'drop').map(({ drop }) => drop)
  const again = hash === design
  const label = given ?? (again ? deployment.label : null)
  const deployed: DesignDeployed = {
    event: 'design:deployed',
    hash,
    label,
    changed,
    ...(more !== undefined && { more }),
    drops,
    ...(renames.length > 0 && { renames }),
    settled: again ? deployment.settled : settled,
  }
  const status = runtime === 'staging' ? 'simulated' : design === '' ? 'launched' : 'upgraded'
  return {
    events: again && label === deployment.label && !deployment.pending ? [] : [deployed],
    answer: () => ({ status, issues: settled.map((issue) => showIssue(issue, issue.fix)) }),
  }
}

/** Returns the issues of the waiting design, or else the settled ones. */
function issuesOf(state: GameState, { design, next }: GameContext): readonly (Incompatibility | SettledIssue)[] {
  return pendingHash(state) === undefined ? state.deployment.settled : incompatibilities(state, design, loaded(next))
}

function issueOf(state: GameState, id: string, context: GameContext): Issue | Fault {
  const issue = issuesOf(state, context).find((each) => each.id === id)
  return issue ? shown(state, issue) : fault('issue_not_found', { id })
}

function shown({ deployment }: GameState, issue: Incompatibility | SettledIssue): Issue {
  return showIssue(issue, 'fix' in issue ? issue.fix : deployment.pending?.fixes.get(issue.id))
}

function notAFix({ id, fixes }: Issue, requested: string): Fault {
  const known = fixes.map((fix) => fix.id).join(', ')
  return invalid([
    { path: 'apply', message: `expected a fix of the issue '${id}' (${known}), found ${quoted(requested)}` },
  ])
}

/** Returns the fault of a fix for a settled issue. Sending the fix that settled it is not a fault. */
function settledBefore({ id, apply }: Issue): Fault {
  return invalid([{ path: 'apply', message: `the fix '${apply}' has already settled the issue '${id}'` }])
}
