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
