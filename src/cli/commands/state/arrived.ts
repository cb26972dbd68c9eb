import * as z from 'zod'
import { arrivalSchema } from '../../../terminal/restored.ts'
import type { Answer } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'

const arrivedSchema = arrivalSchema.extend({ seq: z.number(), players: z.number() })

/** What a game has become that was imported or begun anew, as the service tells it. Spec 6.6. */
export function arrivedIn({ body, text }: Answer<unknown>): z.output<typeof arrivedSchema> {
  const read = arrivedSchema.safeParse(body)
  if (read.success) return read.data
  throw new ServiceError({ status: 200, text })
}
