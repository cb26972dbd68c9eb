import type * as z from 'zod'
import type { Answer } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'

/** What the service tells, in the shape that it is to have. Throws a ServiceError where it has another. */
export function readAs<T>(schema: z.ZodType<T>, { body, text }: Answer<unknown>): T {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw new ServiceError({ status: 200, text })
}
