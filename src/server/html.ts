/** Markup that can be used in a page without escaping. */
export interface Html {
  readonly markup: string
}

/**
 * The values of a template: markup is used as it is, text is escaped, lists are joined, and false and undefined give
 * nothing.
 */
type Part = Html | string | number | false | undefined | readonly Part[]

/** Creates markup with values in it. Text is escaped for use between tags and in quoted attributes. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: fixed.reduce((before, after, i) => before + markupOf(parts[i - 1]) + after) }
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => references[sign] ?? sign)

const NOTHING = "'none'"

/** Returns a Content-Security-Policy that allows these sources, by directive, and these targets of forms. */
export function pagePolicy(sources: Readonly<Record<string, string>>, formAction = NOTHING): string {
  const directives = {
    'default-src': NOTHING,
    ...sources,
    'base-uri': NOTHING,
    'frame-ancestors': NOTHING,
    'form-action': formAction,
  }
  return Object.entries(directives)
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join('; ')
}
