import { missingAmount, opposite } from '../interface/missing-amount.ts'
import type { ExplainedEvent, Sight, Why, WhyStep } from '../interface/why-answer.ts'
import { engineSentence } from './engine-sentence.ts'
import { changesText, eventSentence, type ShownEvent } from './event-sentence.ts'
import { printable } from './printable.ts'
import { counted } from './quantities.ts'
import { limitText, metText, rateText, readsText, rounded, unmetText } from './requirement-text.ts'

/** The number of further events of a play that are explained. */
const MAX_OTHERS = 50

/**
 * Explains why an event happened: its causes, its effects, and the rules that did not apply. For a whole play, each
 * event is below the one that caused it. Spec 6.2.
 */
export function whyText(why: Why): string[] {
  const { entry, others, note, more } = why
  const by = entry.caller.player === undefined ? '' : ` as ${entry.caller.player}`
  const left = others.length - MAX_OTHERS
  return [
    ...eventLines(why, why, [
      `entry ${entry.seq} at ${entry.at}, ${entry.op} by ${entry.caller.client}${by}`,
      ...(why.follows === null ? [] : [`caused by ${why.follows}`]),
    ]),
    ...others.slice(0, MAX_OTHERS).flatMap((each) => followingLines(why, each)),
    ...(left > 0 ? [`${counted(left, 'more event is', 'more events are')} not shown; --json lists them`] : []),
    ...(note === undefined ? [] : [`  ${note}`]),
    ...outcomes(why),
    ...(more > 0 ? [`${more} more checks are not shown`] : []),
  ].map(printable)
}

function eventLines(why: Why, { event, reverted }: ExplainedEvent, about: readonly string[] = []): string[] {
  const lines = [
    `event ${event.id}`,
    ...about,
    ...reasonsFor(why, event.id),
    ...(reverted === null ? [] : [`reverted at ${reverted.at} by ${reverted.id}`]),
  ]
  const sentence = engineSentence(event as ShownEvent, why.entry) ?? eventSentence(event as ShownEvent)
  return [sentence, ...lines.map((line) => `  ${line}`)]
}

/** Explains a further event of the play, below the one that caused it. */
function followingLines(why: Why, explained: ExplainedEvent): string[] {
  const [first = '', ...lines] = eventLines(why, explained)
  return explained.follows === null ? [first, ...lines] : [`  then ${first}`, ...lines.map((line) => `  ${line}`)]
}

/** Returns what led to one of the events of an entry. */
export function reasonsFor({ steps }: Why, eventId: string): string[] {
  return steps.filter(({ event }) => event === eventId).flatMap(stepLines)
}

/** Returns the rules that were checked and did not apply, each once, with the reason. */
export function failuresIn({ steps }: Why): string[] {
  const last = new Map(
    steps.filter(isFailure).map((step) => [`${step.part.kind} ${step.part.id} ${step.player}`, step]),
  )
  return [...last.values()].map(failureLine).map(printable)
}

/** A level that stays the same is not a failure, nor is an achievement that the player already has. */
const isFailure = ({ event, part, looked_at }: WhyStep): boolean =>
  event === null && part.kind === 'achievement' && looked_at.length > 0

function outcomes(why: Why): string[] {
  const { event, others, steps } = why
  const shown = new Set([event, ...others.map((each) => each.event)].map(({ id }) => id))
  const elsewhere = new Map(steps.flatMap((step) => (step.event && !shown.has(step.event) ? [[step.event, step]] : [])))
  const followers = [...elsewhere].map(
    ([id, { part, player }]) => `then ${partText(part)} for ${player ?? 'nobody'}: event ${id}`,
  )
  return event.id === steps[0]?.event ? [...followers, ...failuresIn(why)] : []
}

function failureLine({ part, player, looked_at: sights }: WhyStep): string {
  const unmet = sights.flatMap((sight) => (sight.kind === 'requirement' && !sight.held ? requirementLine(sight) : []))
  return `rule '${part.id}' did not apply to ${player ?? 'nobody'}: ${unmet.join('; ') || 'it would change nothing'}`
}

function stepLines({ part, looked_at: sights }: WhyStep): string[] {
  let luck = ''
  return sights.flatMap((sight, i) => {
    if (sight.kind === 'requirement' && sight.rule !== undefined) return ruleLines(sights, i, sight.rule)
    if (sight.kind === 'draw') {
      const next = sights[i + 1]
      const isOfReward = sight.held && next?.kind === 'reward'
      luck = isOfReward ? ` (${chanceText(sight)})` : ''
      return isOfReward ? [] : [drawLine(sight)]
    }
    const lines = sightLines(sight, partText(part), luck)
    luck = ''
    return lines
  })
}

type Judged = Extract<Sight, { kind: 'requirement' }>

/**
 * Explains the requirements of a rule of an action or of a custom rule. A rule that did not apply is one line, at its
 * last requirement.
 */
function ruleLines(sights: readonly Sight[], index: number, rule: number): string[] {
  const ofRule = sights.filter((sight): sight is Judged => sight.kind === 'requirement' && sight.rule === rule)
  // A requirement that contains others is evaluated after them.
  const whole = ofRule.at(-1)
  if (whole?.held) return ofRule.filter((sight) => sight === sights[index] && sight.held).flatMap(requirementLine)
  if (whole !== sights[index]) return []
  const unmet = ofRule.filter(({ held }) => !held).flatMap(requirementLine)
  return [`rule ${rule + 1} gave nothing: ${unmet.join('; ') || 'its requirement is not met'}`]
}

type Draw = Extract<Sight, { kind: 'draw' }>

const chanceText = ({ probability, drawn }: Draw): string => `chance ${probability}: drew ${drawn.toFixed(4)}`

const drawLine = (draw: Draw): string => `${draw.of}: ${chanceText(draw)}${draw.held ? '' : ', so it gives nothing'}`

function sightLines(sight: Exclude<Sight, Draw>, who: string, luck: string): string[] {
  switch (sight.kind) {
    case 'requirement':
      return requirementLine(sight)
    case 'rate':
      return [`${rateText(sight.rate)}: ${sight.used} used before${sight.held ? '' : ', none left'}`]
    case 'reward':
      return [rewardLine(sight, who) + luck]
    case 'compound':
      return [`${changesText('computed', [sight.change])}, from ${sight.formula}${readsText(sight.reads)}`]
    case 'level': {
      const { base, points, rank, low, high } = sight
      const from = low === '-Infinity' ? [] : [`over ${low}`]
      const to = high === 'Infinity' ? [] : [`up to ${high}`]
      return [
        `level ${rank}: ${base.name} is ${rounded(points)}, ${[...from, ...to].join(' and ') || 'with any value'}`,
      ]
    }
    case 'lane':
      return [`they ${sight.held ? 'can' : 'cannot'} perform in lane '${sight.lane}'`]
    case 'activity':
      return activityLines(sight)
    case 'waiting':
      return [`a reward of activity '${sight.id}' waits for activity '${sight.until}'`]
    case 'flow':
      return [`a token moves to '${sight.to}'`]
  }
}

function activityLines({
  id,
  outcome,
  lucky,
  round,
  rounds,
  held_back,
}: Extract<Sight, { kind: 'activity' }>): string[] {
  return [
    `activity '${id}': ${outcome}${rounds > 1 ? ` (round ${round} of ${rounds})` : ''}${lucky ? '' : ', but the draw failed'}`,
    ...held_back.map((metric) => `reward of ${metric}: only in the last round (${round} of ${rounds})`),
  ]
}

/**
 * Returns the amount that is missing of a score or of plays; undefined for other requirements, such as the time of day.
 */
function lackOf(
  { requires, against = '' }: Extract<Sight, { kind: 'requirement' }>,
  found: string,
): string | undefined {
  if (requires.type !== 'metric' && requires.type !== 'action') return undefined
  const { operator } = requires['context'] as { readonly operator: keyof typeof opposite }
  return missingAmount(found, requires.not ? opposite[operator] : operator, against)
}

function partText({ kind, id }: WhyStep['part']): string {
  if (kind === 'scores') return 'the operator'
  return `${kind === 'custom_rule' ? 'rule' : kind} '${id}'`
}

/** Explains a requirement. A branch has no line of its own, because its parts have. */
function requirementLine(sight: Extract<Sight, { kind: 'requirement' }>): string[] {
  const { held, found } = sight
  if (found === undefined) return []
  return [held ? metText(sight, found) : unmetText(sight, found, lackOf(sight, found))]
}

function rewardLine(sight: Extract<Sight, { kind: 'reward' }>, who: string): string {
  const { metric, verb, value, computed, count, change, limits } = sight
  const amount = (text: string): string => {
    const worked = computed.find(({ formula }) => formula === text)
    return worked ? `${text} = ${rounded(worked.value)}${readsText(worked.reads)}` : text
  }
  const given =
    typeof value === 'string' ? amount(value) : Object.entries(value).map(([item, n]) => `${amount(n)} ${item}`)
  const times = count === 1 ? '' : `, ${count} times`
  const what = change === null ? `${metric.name} stays the same` : changesText('', [change]).replace(/^: /, '')
  const cut = limits.map((limit) => `; ${limitText(limit)}`).join('')
  return `${what}: ${who} ${{ add: 'gives', remove: 'takes', set: 'sets' }[verb] ?? verb} ${String(given)}${times}${cut}`
}
