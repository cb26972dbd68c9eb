/** Markup that may stand in a page as it is. */
export interface Html {
  readonly markup: string
}

/** What a template takes: markup as it is, text escaped, lists one after the other, and nothing for nothing. */
type Part = Html | string | number | false | undefined | readonly Part[]

/** Markup with values in it. Text means only itself there, between tags and in quoted attributes alike. */
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

/** A Content-Security-Policy that allows a page what it has from these sources, by directive, and forms to lead where it is told. */
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
