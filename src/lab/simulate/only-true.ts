import * as z from 'zod'
import { shownAs } from '../../game/kernel/shown-as.ts'

/** The value of a field that only identifies a form. */
export const onlyTrue = shownAs(
  z
    .boolean()
    .refine((given) => given, 'expected true')
    .transform(() => true as const),
  () => z.literal(true),
)
