import { suggester } from '../../game/kernel/nearest.ts'
import { messageText } from '../../game/kernel/problem-list.ts'
import { linkExpectation, type Names } from './link-simulation.ts'
import { flowFigures, metricFigures, type Expectation, type FlowFigure, type MetricFigure } from './simulation.ts'

const EXAMPLES = 'reach:rank:Gold.median_days@casual, metric:coins.gini, flow:coins.taken_per_given, active.share#7'

/**
 * Parses a figure such as `reach:rank:Gold.median_days@grinder`: what, `.`, which figure of it, and optionally `#` with a
 * day and `@` with a persona. Returns it as an expectation without bounds, or what is wrong with it. Spec 7.4.
 */
export function parseFigure(text: string, names: Names): Expectation | string {
  const [, kind = '', subject = '', of = '', day, persona] =
    /^(reach|metric|flow|refused|active)(?::(.+))?\.(\w+)(?:#(\d+))?(?:@([\w-]+))?$/.exec(text) ?? []
  const figure = figureOf(kind, subject, of, day === undefined ? undefined : Number(day), names.days)
  if (!figure) return `'${text}' is no figure; examples: ${EXAMPLES}`
  const expectation: Expectation = persona === undefined ? figure : { ...figure, persona }
  const problems: string[] = []
  linkExpectation(expectation, names, [], (_, message) => problems.push(messageText(message, suggester())))
  const [problem] = problems
  return problem === undefined ? expectation : `'${text}': ${problem}`
}

function figureOf(
  kind: string,
  subject: string,
  of: string,
  day: number | undefined,
  days: number,
): Expectation | undefined {
  switch (kind) {
    case 'reach': {
      const reach = { reach: subject, ...(day === undefined ? {} : { by_day: day }) }
      if (of === 'share') return { ...reach, share: {} }
      if (of === 'median_days') return { ...reach, median_days: {} }
      return of === 'median_plays' ? { ...reach, median_plays: {} } : undefined
    }
    case 'metric':
      return isOneOf(of, metricFigures) ? { metric: subject, of: of as MetricFigure, day: day ?? days } : undefined
    case 'flow':
      return isOneOf(of, flowFigures) && day === undefined ? { flow: subject, of: of as FlowFigure } : undefined
    case 'refused':
      return of === 'share' && day === undefined ? { refused: subject, share: {} } : undefined
    case 'active':
      return of === 'share' && subject === '' ? { active: true, day: day ?? days, share: {} } : undefined
    default:
      return undefined
  }
}

const isOneOf = (word: string, words: readonly string[]): boolean => words.includes(word)
