import type * as z from 'zod'
import { invalid, type Fault } from './fault.ts'
import { pathText, problemsOf } from './schema.ts'

/** The `validation_exception` that names what a schema found wrong with an input. Spec 5.2. */
export function invalidInput(error: z.ZodError): Fault {
  return invalid(problemsOf(error).map(({ path, message }) => ({ path: pathText(path), message })))
}
