import { descriptorSchema } from './descriptor-schema.ts'

/** What rows that take an image share; a form that is none is refused too. */
export const uploadRow = {
  api: 'v2',
  method: 'POST',
  input: ({ image }: { image: string }) => ({ image }),
  out: descriptorSchema,
  faults: ['validation_exception', 'payload_too_large', 'unsupported_media_type'],
} as const
