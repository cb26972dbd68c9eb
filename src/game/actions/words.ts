import { compileRate, rateSchema, windowName } from './rate.ts'

/** A limit on plays, as a person would say it: `3 a day (FIXED)`; undefined of what is none. */
export function rateWords(design: unknown): string | undefined {
  const parsed = rateSchema.safeParse(design)
  if (!parsed.success) return undefined
  const rate = compileRate(parsed.data)
  return `${rate.count} every ${windowName(rate)} (${rate.kind})`
}
