/** Whether a call made a request, which somebody has to answer, instead of taking effect. */
export const isRequest = (answer: unknown): boolean =>
  (answer as { readonly state?: unknown } | null)?.state === 'PENDING'
