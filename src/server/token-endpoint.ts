import type { Auth } from '../auth/auth.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import { TOKEN_PATH } from '../interface/addresses.ts'
import { faultAnswer, jsonAnswer } from './answer.ts'
import type { Call, MountedEndpoint } from './call.ts'
import { parseJsonBody, type JsonBody } from './json-body.ts'
import { parseFields } from './query.ts'

/** `POST /auth/token`: the fields come as JSON or as a form. Spec 5.1. */
export function tokenEndpoint(auth: Auth): MountedEndpoint {
  return {
    method: 'POST',
    path: TOKEN_PATH,
    endpoint: async (call) => {
      const text = await call.body()
      if (typeof text !== 'string') return faultAnswer(text)
      const body = tokenFields(call, text)
      if ('fault' in body) return faultAnswer(body)
      const answer = await auth.token(body.value)
      return isFault(answer) ? faultAnswer(answer) : jsonAnswer(200, answer, { 'cache-control': 'no-store' })
    },
  }
}

/** Reads the fields of a request for a token from the text of its body. */
export function tokenFields(call: Call, text: string): Fault | JsonBody {
  return isForm(call.header('content-type'), text) ? { value: parseFields(text) } : parseJsonBody(text)
}

/** A body without a content type is recognized by its beginning: JSON for fields never begins with a letter. */
function isForm(type: string | undefined, text: string): boolean {
  return type === undefined ? /^\s*\w/.test(text) : type.toLowerCase().startsWith('application/x-www-form-urlencoded')
}
