import type { Design } from '../../game/design/design.ts'
import { countOf, stateOf } from '../../game/metrics/score.ts'
import { stateOf as stateOfProcess } from '../../game/processes/show.ts'
import { storedProcess } from '../../game/processes/state.ts'
import type { StepInput } from '../../scripts/step.ts'
import { counted } from '../../sentences/quantities.ts'
import type { CheckOutcome } from './check-design.ts'
import type { EndsCheck } from './ends-search.ts'
import { FIRST_PLAYER, playersFor, takeLane } from './process-steps.ts'
import type { FoundScript } from './report.ts'
import { scriptStep } from './search-step.ts'
import { Trial, TRIAL_START, type TrialSettings } from './trial.ts'

/** How often each trigger of a process that cannot be ended is tried in its script at least, and the most tries of all. */
const MIN_ROUNDS = 3
const MAX_TRIES = 300

/**
 * Returns the play script of a counterexample, which fails as long as the flaw is there, or of the way to a goal. It
 * allows refusals, because the design may refuse some steps once it is corrected. Spec 6.4, 7.3.
 */
export function foundScript(outcome: CheckOutcome, settings: TrialSettings): FoundScript | undefined {
  const { check, shown } = outcome
  if (!shown) return undefined
  const hasTime = shown.steps.some((step) => 'advanceMs' in step)
  return {
    name: nameOf(outcome),
    refusals: 'allowed',
    players: shown.players,
    steps: [
      { now: new Date(TRIAL_START).toISOString() },
      // Steps that stand at an edge of time must not drift from it.
      ...(hasTime ? [{ request: 'PATCH /_gamify/clock', body: { frozen: true } }] : []),
      ...shown.steps.map(scriptStep),
      ...lastSteps(outcome, settings),
    ],
  }

  function nameOf({ violation, stuck }: CheckOutcome): string {
    switch (check.kind) {
      case 'reachable':
        return `${check.id}: a way to ${check.words}`
      case 'unreachable':
        return `${check.id}: ${check.words} can be reached`
      case 'ends':
        return `${check.id}: ${stuck ?? ''}; each of its triggers is tried ${counted(endingRounds(check, settings), 'time', 'times')}`
      default:
        return `${check.id}: ${violation?.found ?? ''}`.slice(0, 256)
    }
  }
}

function lastSteps({ check, shown }: CheckOutcome, settings: TrialSettings): readonly StepInput[] {
  const player = shown?.players[0] ?? FIRST_PLAYER
  const after = new Trial(settings, shown?.players ?? [])
  for (const step of shown?.steps ?? []) after.take(step)
  if (check.kind === 'ends') {
    const process = after.processes.findLast(({ definition }) => definition === check.process.id)?.id ?? ''
    const players = playersFor(check.process)
    const { lanes } = check.process
    const lanesTaken =
      players.length === 1
        ? []
        : lanes.flatMap((lane, i) => takeLane(after, process, players[i % players.length] ?? player, lane))
    const round = triggersOf(settings.design, check.process.id).flatMap((trigger) =>
      players.map((as) => ({ as, process, trigger })),
    )
    return [
      ...lanesTaken.map(scriptStep),
      ...Array.from({ length: endingRounds(check, settings) }, () => round).flat(),
      { expect: { process, state: 'COMPLETED' } },
    ]
  }
  if (check.kind !== 'reachable' && check.kind !== 'unreachable') return [{ expect: { checks: [check.id] } }]
  const isReached = check.kind === 'reachable'
  const { goal } = check
  if (goal.kind === 'process') {
    const ended = after.processes.filter(({ id, definition }) => {
      const process = definition === goal.process.id ? storedProcess(after.game.state, id) : undefined
      return process && stateOfProcess({ process, definition: goal.process }) === 'COMPLETED'
    })
    return ended.map(({ id: process }): StepInput => ({
      expect: isReached ? { process, state: 'COMPLETED' } : { process, not: 'COMPLETED' },
    }))
  }
  const { id } = goal.metric
  if (isReached) {
    const scores = after.scoresOf(player)
    const score =
      goal.kind === 'state'
        ? (stateOf(scores, goal.metric) ?? '')
        : { [goal.item]: String(countOf(scores, goal.metric, goal.item)) }
    return [{ expect: { player, scores: { [id]: score } } }]
  }
  // Any number of the item reaches the goal, and so does any higher level.
  const unwanted = goal.kind === 'item' ? [goal.item] : [...goal.reachedIn]
  return unwanted.map((score) => ({ expect: { player, not: { [id]: score } } }))
}

const triggersOf = (design: Design, process: string): readonly string[] => [
  ...new Set([...(design.processes.get(process)?.tasks.values() ?? [])].map(({ trigger }) => trigger)),
]

/**
 * Returns how often the script of a process that cannot be ended tries each trigger: once for each task, so that a sound
 * process without loops comes to its end whatever the order of its tasks, and within the plays of the check.
 */
function endingRounds({ process, withinPlays }: EndsCheck, { design }: TrialSettings): number {
  const triggers = triggersOf(design, process.id).length
  const tries = Math.floor(MAX_TRIES / Math.max(1, triggers * playersFor(process).length))
  return Math.max(1, Math.min(withinPlays, Math.max(MIN_ROUNDS, triggers), tries))
}
