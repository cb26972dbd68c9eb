import type { Coverage } from '../../game/design/coverage.ts'
import { stepSentence } from '../../scripts/step-sentence.ts'
import { parseStep, type StepInput } from '../../scripts/step.ts'
import { counted } from '../../sentences/quantities.ts'
import type { Paint } from '../../terminal/render/paint.ts'
import type { Lint } from '../lint/lint.ts'
import type { CheckOutcome, SearchOutcome } from './check-design.ts'
import type { CheckReport, EarlierScript, FoundScript, ReportedCheck } from './report.ts'
import { playsOf, scriptStep, type SearchStep } from './search-step.ts'
import type { UnreachedPart } from './unreached.ts'

/** The number of steps of a counterexample, and of parts that were not covered, that the summary shows. */
const MAX_SHOWN = 12

/** A check with the script of what was found, and the path of its file, as messages show it. */
export interface ScriptedOutcome extends CheckOutcome {
  readonly found: FoundScript | undefined
  readonly script?: string | undefined
}

/** Returns what a search found, in sentences. Spec 7.3 "The summary". */
export function checkSummary(
  { coverage, isPartial }: SearchOutcome,
  outcomes: readonly ScriptedOutcome[],
  earlier: readonly EarlierScript[],
  paint: Paint,
  quiet: boolean,
): string {
  const shown = quiet ? outcomes.filter(({ holds }) => !holds) : outcomes
  const lines = shown.flatMap((outcome) => outcomeLines(outcome, paint, quiet))
  return [
    ...(isPartial ? ['The search was interrupted. This is what is known so far.'] : []),
    ...lines,
    ...(quiet ? [] : [...earlierLines(earlier), ...coverageLines(coverage)]),
  ].join('\n')
}

function earlierLines(earlier: readonly EarlierScript[]): readonly string[] {
  return earlier.length === 0 ? [] : ['', ...earlier.map(earlierText)]
}

function earlierText({ script, check, exists, removed }: EarlierScript): string {
  if (removed) return `Removed ${script}: there is no check '${check}'.`
  if (exists)
    return `${script} is from an earlier run: this one found nothing for '${check}'. Play it to see whether the flaw is mended, and move it to your scripts to keep it.`
  return `${script} is for no check, and was changed since gamify wrote it: remove it, or move it to your scripts.`
}

const CUT_SHORT = '         It may have more steps than needed, because making it simpler was cut short.'

function outcomeLines(outcome: ScriptedOutcome, paint: Paint, quiet: boolean): readonly string[] {
  const { check, holds, shown, script } = outcome
  const mark = holds ? paint.good('holds') : paint.bad('fails')
  const head = `${mark}  ${check.id}: ${verdict(outcome)}`
  const isProof = check.kind === 'reachable' && holds
  const ways = shown && (!holds || (isProof && !quiet)) ? stepLines(shown.steps) : []
  const next =
    script === undefined ? [] : [`         run 'gamify play script ${script}' to ${isProof ? 'walk it' : 'see it'}`]
  const cut = ways.length > 0 && shown?.isShrunk === false ? [CUT_SHORT] : []
  return [head, ...ways, ...cut, ...(holds && quiet ? [] : next)]
}

/** The number of unreached parts that the verdict on a check names. */
const MAX_NAMED = 3

function verdict(outcome: CheckOutcome): string {
  return `${finding(outcome)}${unreachedText(outcome)}`
}

/** Says what a check that holds was not tried with. A way to a goal is a proof, whatever else there is. */
function unreachedText({ check, holds, unreached }: CheckOutcome): string {
  if (!holds || check.kind === 'reachable' || unreached.length === 0) return ''
  const names = unreached.slice(0, MAX_NAMED).map(partText)
  const more = unreached.length - names.length
  const head =
    unreached.length === 1 ? '1 part that it depends on was' : `${unreached.length} parts that it depends on were`
  return `, but ${head} never reached: ${names.join(', ')}${more > 0 ? `, … and ${more} more` : ''}`
}

function finding(outcome: CheckOutcome): string {
  const { check, holds, shown } = outcome
  const searched = `${counted(outcome.sequences, 'sequence', 'sequences')} with ${playCount(outcome.plays)}`
  const plays = playCount(shown?.steps.reduce((sum, step) => sum + playsOf(step), 0) ?? 0)
  switch (check.kind) {
    case 'reachable':
      return holds
        ? `${check.words} can be reached in ${plays}`
        : `no way to ${check.words} in ${searched}${farText(outcome)}`
    case 'unreachable':
      return holds ? `not reached in ${searched}` : `${check.words} can be reached in ${plays}`
    case 'ends':
      return holds
        ? `could always be ended, in ${searched}`
        : `the process '${check.process.id}' was not ended: ${outcome.stuck}`
    default:
      return holds ? `held in ${searched}` : brokenText(outcome)
  }
}

const playCount = (plays: number): string => counted(plays, 'play', 'plays')

/** Says how near the best sequence came to a goal. */
function farText({ missing }: CheckOutcome): string {
  return missing === undefined || missing.amount === 0 ? '' : `; the nearest lacked ${missing.amount} ${missing.of}`
}

function brokenText({ check, violation }: CheckOutcome): string {
  const found = violation?.found ?? ''
  const player = violation?.player ?? ''
  switch (check.kind) {
    case 'never_falls':
      return `${check.metric.id} of ${player} falls ${found}`
    case 'at_most':
      return `${player} gains ${found}, above ${check.gain}`
    case 'always':
      return `${check.words} does not hold for ${player}: ${found}`
    default:
      return found
  }
}

function stepLines(steps: readonly SearchStep[]): readonly string[] {
  const sentences = steps
    .slice(0, MAX_SHOWN)
    .map((step, i) => `${String(i + 1).padStart(9)}. ${sentenceOf(scriptStep(step))}`)
  const more = steps.length - sentences.length
  return more === 0 ? sentences : [...sentences, `         … and ${more} more`]
}

/** Returns the steps of a script as sentences, each with its number. */
export function foundSentences({ steps }: FoundScript): readonly string[] {
  return steps.map((step, i) => `${i + 1}. ${sentenceOf(step)}`)
}

function sentenceOf(step: StepInput): string {
  const parsed = parseStep(step)
  return 'problems' in parsed ? JSON.stringify(step) : stepSentence(parsed)
}

function coverageLines({ covered, total, percent, parts }: Coverage): readonly string[] {
  if (total === 0) return []
  const missed = parts.filter(({ count }) => count === 0)
  const head = `The search covered ${covered} of ${total} parts of the design (${percent} %)${missed.length > 0 ? '. Not reached:' : '.'}`
  const lines = missed.slice(0, MAX_SHOWN).map((part) => `         ${partText(part)}`)
  const more = missed.length - lines.length
  return ['', head, ...lines, ...(more > 0 ? [`         … and ${more} more`] : [])]
}

function partText({ kind, component, id, name, path, met }: UnreachedPart): string {
  const state = met === undefined ? '' : met ? ' met' : ' not met'
  return `${component}/${id}${path === '' ? '' : ` ${path}`} (${kind}${name === undefined ? '' : ` ${name}`}${state})`
}

/** Returns the JSON report of a search and of what the lints found. Spec 7.3. */
export function checkReport(
  { coverage, isPartial }: SearchOutcome,
  outcomes: readonly ScriptedOutcome[],
  lints: readonly Lint[],
  seed: string,
  earlier: readonly EarlierScript[] = [],
): CheckReport {
  const partial = isPartial && ({ partial: true } as const)
  const checks = outcomes.map(reportedCheck)
  return {
    random_seed: seed,
    lints,
    checks,
    ...(earlier.length > 0 && { earlier_scripts: earlier }),
    coverage,
    ...partial,
  }
}

function reportedCheck(outcome: ScriptedOutcome): ReportedCheck {
  const { check, holds, sequences, plays, shown, unreached, found, script } = outcome
  const isWeak = holds && check.kind !== 'reachable' && unreached.length > 0
  return {
    id: check.id,
    holds,
    sequences,
    plays,
    verdict: verdict(outcome),
    ...(isWeak && { unreached }),
    ...(found && { [holds ? 'way' : 'counterexample']: found }),
    ...(script !== undefined && { script }),
    ...(shown && !shown.isShrunk && { shrunk: false }),
  }
}
