import type { GameCommand, GameContext, GameView } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, invalid, isFault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { quoted } from '../kernel/message-text.ts'
import type { Design } from './design.ts'
import { designChanges } from './differences.ts'
import type { DesignDeployed, DesignHeld, IssueFixed, FixId, SettledIssue } from './shapes.ts'
import { incompatibilities, showIssue } from './incompatibilities.ts'
import { fixesOf, type Deployed, type Incompatibility, type Issue } from './issue.ts'

/** A design to be run, and the version that it is frozen as; null for none. */
interface Deploying {
  readonly hash: string
  readonly label: string | null
}

/**
 * Runs the design of this hash from now on, which changes no score by itself. Staging keeps aside what it has no place
 * for; in production it waits until each such issue is fixed. Spec 4.13.
 */
export const deployDesign: GameCommand<Deploying, Deployed> = {
  kind: 'command',
  name: 'design.deploy',
  next: (_, { hash }) => hash,
  decide: (state, deploying, { design, next }) =>
    deploy(state, { ...deploying, ...toldChanges(design, known(next)) }, incompatibilities(state, design, known(next))),
}

/** Runs the design that waits, once its issues are fixed. Spec 2 `POST /design/upgrade`, 4.13. */
export const upgradeDesign: GameCommand<Pick<Deploying, 'label'>, Deployed> = {
  kind: 'command',
  name: 'design.upgrade',
  next: waiting,
  decide: (state, { label }, { design, next }) => {
    const hash = waiting(state)
    if (hash === undefined)
      return fault('invalid_request', { message: 'No design is waiting for an upgrade; deploy one first' })
    const found = incompatibilities(state, design, known(next))
    const open = openOf(state, hash, found)
    return open.length > 0
      ? fault('unresolved_issues', { count: open.length })
      : deploy(state, { hash, label, ...toldChanges(design, known(next)) }, found)
  },
}

/** Chooses the fix of an issue. Spec 2 `POST /design/issues/:issue_id`, 4.13. */
export const fixIssue: GameCommand<{ readonly issue: string; readonly fix: string }, Issue> = {
  kind: 'command',
  name: 'design.fix',
  next: waiting,
  decide: (state, { issue: id, fix: asked }, context) => {
    const issue = issueOf(state, id, context)
    if (isFault(issue)) return issue
    const fix = issue.fixes.find((each) => each.id === asked)?.id
    if (fix === undefined) return notAFix(issue, asked)
    const chosen = issue.is_resolved && issue.apply === fix
    if (!chosen && waiting(state) === undefined) return settledBefore(issue)
    const fixed: IssueFixed = { event: 'issue:fixed', issue: id, fix }
    return {
      events: chosen ? [] : [fixed],
      answer: () => showIssue(issue, fix),
    }
  },
}

/** The issues of the design that waits; where none does, those of the one in force, as they were settled. Spec 4.13. */
export const listIssues: GameView<{ readonly type?: string | undefined }, readonly Issue[]> = {
  kind: 'view',
  name: 'design.issues',
  next: waiting,
  view: (state, { type }, context) => {
    const issues = issuesOf(state, context).filter(({ vars }) => type === undefined || `${type}_design` in vars)
    return issues.map((issue) => shown(state, issue))
  },
}

/** One of the issues. Spec 2 `GET /design/issues/:issue_id`. */
export const readIssue: GameView<{ readonly id: string }, Issue> = {
  kind: 'view',
  name: 'design.issue',
  next: waiting,
  view: (state, { id }, context) => issueOf(state, id, context),
}

/** The hash of the design that waits for its issues to be fixed. */
function waiting({ deployment }: GameState): string | undefined {
  return deployment.pending?.hash
}

/** The design that the operation has asked for. */
function known(next: Design | undefined): Design {
  if (!next) throw new Error('a design is deployed that nobody has loaded')
  return next
}

/** The fixes chosen so far for a design, by issue. */
function chosenFixes({ deployment: { pending } }: GameState, hash: string): ReadonlyMap<string, FixId> {
  return pending?.hash === hash ? pending.fixes : new Map()
}

/** Changes that the history keeps of a deployment; of more it keeps the number. */
const MAX_TOLD = 5

/** What a design changes, in a few lines; `more` is the number of the others. */
interface ToldChanges {
  readonly changed: readonly string[]
  readonly more?: number
}

/** What a deployment changes, in a few lines. */
function toldChanges(before: Design, after: Design): ToldChanges {
  const lines = designChanges(before.source, after.source)
  const more = lines.length - MAX_TOLD
  return { changed: lines.slice(0, MAX_TOLD), ...(more > 0 && { more }) }
}

function openOf(state: GameState, hash: string, found: readonly Incompatibility[]): readonly Incompatibility[] {
  const fixes = chosenFixes(state, hash)
  return state.runtime === 'staging' ? [] : found.filter(({ id }) => !fixes.has(id))
}

function deploy(
  state: GameState,
  deploying: Deploying & ToldChanges,
  found: readonly Incompatibility[],
): Decision<GameState, Deployed> {
  const { hash, changed, more } = deploying
  if (openOf(state, hash, found).length === 0) return run(state, deploying, found)
  const fixes = chosenFixes(state, hash)
  const issues = found.map((each) => showIssue(each, fixes.get(each.id)))
  const held: DesignHeld = { event: 'design:held', hash, changed, ...(more !== undefined && { more }) }
  return { events: waiting(state) === hash ? [] : [held], answer: () => ({ status: 'issues', issues }) }
}

/** Runs a design that nothing stands in the way of. One that is in force stays so, with the version it has been given now. */
function run(
  state: GameState,
  { hash, label: given, changed, more }: Deploying & ToldChanges,
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

/** Those of the design that waits, or else those that were settled. */
function issuesOf(state: GameState, { design, next }: GameContext): readonly (Incompatibility | SettledIssue)[] {
  return waiting(state) === undefined ? state.deployment.settled : incompatibilities(state, design, known(next))
}

function issueOf(state: GameState, id: string, context: GameContext): Issue | Fault {
  const issue = issuesOf(state, context).find((each) => each.id === id)
  return issue ? shown(state, issue) : fault('issue_not_found', { id })
}

function shown({ deployment }: GameState, issue: Incompatibility | SettledIssue): Issue {
  return showIssue(issue, 'fix' in issue ? issue.fix : deployment.pending?.fixes.get(issue.id))
}

function notAFix({ id, fixes }: Issue, asked: string): Fault {
  const known = fixes.map((fix) => fix.id).join(', ')
  return invalid([{ path: 'apply', message: `expected a fix of the issue '${id}' (${known}), found ${quoted(asked)}` }])
}

/** What was settled stays so; clients that send the fix it was settled by are answered. */
function settledBefore({ id, apply }: Issue): Fault {
  return invalid([{ path: 'apply', message: `the fix '${apply}' has already settled the issue '${id}'` }])
}
