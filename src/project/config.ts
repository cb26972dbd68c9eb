import * as z from 'zod'
import type { ApiClient } from '../auth/clients.ts'
import { accessSettings } from '../game/kernel/game-info.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import { problemsOf } from '../game/kernel/schema-problems.ts'
import { idSchema, strictObject } from '../game/kernel/schema.ts'
import { durationForNumber, withShorthand } from '../game/kernel/shorthand.ts'
import { MAX_PORT } from '../interface/addresses.ts'
import { dialects } from '../interface/dialect.ts'
import { formOf } from './documented-form.ts'
import { problemsIn, type JsonFile } from './json-file.ts'
import type { Problem } from './problem.ts'

const MAX_CLIENTS = 1000
const MAX_IGNORED = 1000
const MAX_TOKEN_TTL_S = 10 * 365 * 86_400
const MAX_REDIRECT_URIS = 100
const MAX_URI_LENGTH = 2048

/** Schemes that a browser displays or runs itself. A redirect to them returns to no app. */
const BROWSER_SCHEMES: ReadonlySet<string> = new Set(
  ['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source'].map((name) => `${name}:`),
)

const timezone = z.string().superRefine((name, check) => {
  if (isTimezone(name)) return
  check.addIssue(
    `unknown time zone, expected one such as "Europe/Berlin"${suggestion(name, Intl.supportedValuesOf('timeZone'))}`,
  )
})

/** The settings of a game. Spec 6.1. */
export const gameSchema = strictObject({
  id: idSchema.optional(),
  title: z.string().max(256).optional(),
  description: z.string().max(4096).optional(),
  type: z.string().max(64).optional(),
  listed: z.boolean().optional(),
  access: z.enum(accessSettings).optional(),
  timezone: timezone.optional(),
  image: z.string().max(64).optional(),
})

const access = ['r', 'w', 'rw'] as const
const scope = z.enum([
  'game',
  'debug',
  ...(['runtime', 'admin', 'design'] as const).flatMap((resource) =>
    access.map((letters) => `${resource}:${letters}` as const),
  ),
])

const redirectUri = z
  .string()
  .max(MAX_URI_LENGTH)
  .superRefine((uri, check) => {
    const problem = problemOfRedirect(uri)
    if (problem !== undefined) check.addIssue(problem)
  })

const clientSchema = strictObject({
  client_id: z.string().min(1).max(256),
  client_secret: z.string().min(1).max(1024),
  name: z.string().max(256).optional(),
  runtime: z.enum(['staging', 'production']),
  type: z.enum(['client', 'code', 'implicit']),
  redirect_uris: z.array(redirectUri).max(MAX_REDIRECT_URIS).optional(),
  scopes: z.array(scope).optional(),
  token_ttl: withShorthand(z.int().min(1).max(MAX_TOKEN_TTL_S), durationForNumber(1000)).optional(),
}).superRefine(checkRedirects) satisfies z.ZodType<ApiClient>

/** The schema of a gamify.json. */
export const configSchema = strictObject({
  /** The path of the JSON Schema, for editors. */
  $schema: z.string().optional(),
  game: gameSchema.optional(),
  dialect: z.enum(dialects).optional(),
  host: z.string().min(1).max(253).optional(),
  port: z.int().min(0).max(MAX_PORT).optional(),
  data: z.string().min(1).optional(),
  design: z.string().min(1).optional(),
  lint: strictObject({ ignore: z.array(z.string().min(1).max(256)).max(MAX_IGNORED).optional() }).optional(),
  dev_clients: z.boolean().optional(),
  clients: z.array(clientSchema).max(MAX_CLIENTS).superRefine(checkRepetitions).optional(),
})

/** The content of a gamify.json. Spec 5.1, 6.1. */
export type Config = z.output<typeof configSchema>

/** Parses a gamify.json, or returns everything that is wrong with it. */
export function parseConfig(file: JsonFile): Config | readonly Problem[] {
  const parsed = configSchema.safeParse(formOf(configSchema)(file.value), { reportInput: true })
  if (parsed.success) return parsed.data
  return problemsIn(file, problemsOf(parsed.error))
}

/** Returns why a redirect address is invalid, or undefined if it is valid. Spec 5.1. */
function problemOfRedirect(uri: string): string | undefined {
  const scheme = URL.parse(uri)?.protocol
  // `host:port` is not an absolute URL, although URL.parse takes the host for a scheme.
  if (scheme === undefined || /^[^/]+:\d+(\/|$)/.test(uri))
    return 'expected an absolute URL, such as http://127.0.0.1:5173/signed-in'
  if (!/^[!-~]+$/.test(uri))
    return 'expected a URL of ASCII characters without spaces, with everything else percent-encoded'
  if (BROWSER_SCHEMES.has(scheme)) return `expected the address of an app; a ${scheme} URL is not allowed`
  // The sign-in page puts its answer into the fragment.
  return uri.includes('#') ? 'expected a URL without a fragment' : undefined
}

/** Checks that a client that signs players in has redirect addresses. */
function checkRedirects({ type, redirect_uris: uris = [] }: ApiClient, check: z.RefinementCtx): void {
  if (type === 'client' || uris.length > 0) return
  const message = `expected the addresses that a client of type '${type}' sends players back to`
  check.addIssue({ code: 'custom', path: ['redirect_uris'], message })
}

function checkRepetitions(clients: readonly ApiClient[], check: z.RefinementCtx): void {
  clients.forEach(({ client_id: id }, index) => {
    if (clients.findIndex((other) => other.client_id === id) === index) return
    check.addIssue({
      code: 'custom',
      path: [index, 'client_id'],
      message: `'${id}' is listed twice, expected unique ids`,
    })
  })
}

function isTimezone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
