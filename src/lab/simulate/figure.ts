import { errorCode } from '../../game/kernel/error-code.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { problemsOf } from '../../game/kernel/schema-problems.ts'
import { collectProblems } from '../terms/names.ts'
import type { ExpectationForm, WrittenExpectation } from './expectation-schema.ts'
import { linkExpectation, settledExpectation, type Terms } from './link-simulation.ts'
import { flowFigures, metricFigures, type Expectation, type FlowFigure, type MetricFigure } from './simulation.ts'

/** The parts of the text of a figure: `<form>:<name>.<of>#<day>@<persona>`. */
interface FigureParts {
  readonly form: ExpectationForm
  readonly name: string
  readonly of: string
  readonly day: number | undefined
  readonly persona: string | undefined
}

/** How the text of a figure of a form becomes an expectation. Its figures are those that the form has. */
interface FigureForm {
  readonly figures: readonly string[]
  readonly isOfDay: boolean
  readonly write: (parts: FigureParts) => WrittenExpectation
}

const unbounded = {}

const forms: Readonly<Record<ExpectationForm, FigureForm>> = {
  reach: {
    figures: ['share', 'median_days', 'median_plays'],
    isOfDay: true,
    write: ({ name, of, day, persona }) =>
      ({ reach: name, by_day: day, [of]: unbounded, persona }) as unknown as WrittenExpectation,
  },
  metric: {
    figures: metricFigures,
    isOfDay: true,
    write: ({ name, of, day, persona }) => ({ metric: name, of: of as MetricFigure, day, persona }),
  },
  flow: {
    figures: flowFigures,
    isOfDay: false,
    write: ({ name, of, persona }) => ({ flow: name, of: of as FlowFigure, persona }),
  },
  refused: {
    figures: ['share'],
    isOfDay: false,
    write: ({ name, persona }) => ({ refused: name, share: unbounded, persona }),
  },
  active: {
    figures: ['share'],
    isOfDay: true,
    write: ({ day, persona }) => ({ active: true, day, share: unbounded, persona }),
  },
}

const EXAMPLES = [
  'reach:rank:Gold.median_days',
  'metric:coins.gini#30@casual',
  'flow:coins.given',
  'refused:rate_limit_exceeded.share',
  'active.share#7',
].join(', ')

/**
 * Parses the text of a figure, such as `reach:rank:Gold.median_days@grinder`: an expectation whose bounds are empty. The
 * default day is the last one. Spec 7.4.
 */
export function parseFigure(text: string, terms: Terms): Expectation | { readonly problem: string } {
  const parts = partsOf(text)
  if (!parts) return { problem: `${quoted(text)} is not a figure; expected one such as ${EXAMPLES}` }
  const written = forms[parts.form].write(parts)
  const problem = problemOf(parts) ?? collectProblems((report) => linkExpectation(written, terms, report))[0]?.message
  return problem === undefined ? settledExpectation(written, terms.days) : { problem: `${quoted(text)}: ${problem}` }
}

/** Names can contain the signs that separate the parts, so the last ones separate them. */
const pattern =
  /^(?:(?<form>reach|metric|flow|refused):(?<name>.+)|active)\.(?<of>\w+)(?:#(?<day>\d{1,9}))?(?:@(?<persona>[\w-]+))?$/

function partsOf(text: string): FigureParts | undefined {
  const { form = 'active', name = '', of, day, persona } = pattern.exec(text)?.groups ?? {}
  if (of === undefined) return undefined
  return { form: form as ExpectationForm, name, of, day: day === undefined ? undefined : Number(day), persona }
}

/** Returns why a form has no such figure. */
function problemOf({ form, name, of, day }: FigureParts): string | undefined {
  const { figures, isOfDay } = forms[form]
  if (!figures.includes(of)) {
    const meant = suggestion(of, figures)
    return `'${form}' has no figure ${quoted(of)}${meant || `; expected ${figures.map((one) => `'${one}'`).join(', ')}`}`
  }
  if (day !== undefined && !isOfDay) return `'${form}' counts all days; expected no '#${day}'`
  const unknown = form === 'refused' ? errorCode.safeParse(name).error : undefined
  return unknown && problemsOf(unknown)[0]?.message
}
