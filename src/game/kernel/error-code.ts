import * as z from 'zod'
import { faultTable } from './fault.ts'
import { quoted } from './message-text.ts'
import { customIssue } from './schema-problems.ts'
import { shownAs } from './shown-as.ts'

const codes = Object.keys(faultTable)

/** The codes of errors, for documents. */
export const errorCodes = z.enum(codes)

/** The code of an error of the service. The message of an unknown one suggests the nearest code. */
export const errorCode = shownAs(
  z.string().superRefine((text, check) => {
    if (!Object.hasOwn(faultTable, text))
      check.addIssue(
        customIssue([], (suggest) => `${quoted(text)} is not an error code of the service${suggest(text, codes)}`),
      )
  }),
  () => errorCodes,
)
