import { SIGN_IN_PATH, TOKEN_PATH } from '../interface/addresses.ts'
import { grantTypeNames, type GrantTypeName } from '../interface/oauth.ts'
import type { ErrorComponents } from './error-components.ts'
import type { Example, JsonSchema, Parameter, PathItem } from './parts.ts'
import { SIGN_IN_TAG } from './tag.ts'

const tags = [SIGN_IN_TAG]

const text = (description: string): JsonSchema => ({ type: 'string', description })

/** The body of `POST /auth/token`, as JSON or as a form. Spec 5.1. */
const tokenRequest: JsonSchema = {
  type: 'object',
  required: ['client_id', 'client_secret', 'grant_type'],
  properties: {
    client_id: text('A client of `gamify.json`, or `gamify-staging` or `gamify-production`.'),
    client_secret: text('The two development clients use `gamify-dev-secret` by default.'),
    grant_type: {
      type: 'string',
      enum: [...grantTypeNames],
      description:
        '`client_credentials` for clients of type `client`; the others for clients of type `code`, after a player has signed in.',
    },
    code: text('For `authorization_code`: the code from the sign-in page.'),
    redirect_uri: text('For `authorization_code`: the address that received the code.'),
    refresh_token: text('For `refresh_token`: the refresh token that came with an access token.'),
  },
}

/** The answer of `POST /auth/token`. Spec 5.1. */
const tokenAnswer: JsonSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: text('Send it with every call.'),
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', description: 'In seconds.' },
    refresh_token: text('For the code flow: it renews access tokens for thirty days.'),
  },
}

const codeClient = { client_id: 'harbour-web', client_secret: 'a long random text' } as const

/** A request for each grant type. The first one works unchanged. */
const tokenExamples: Readonly<Record<GrantTypeName, Example>> = {
  client_credentials: {
    summary: 'A back end, with a development client',
    value: { client_id: 'gamify-staging', client_secret: 'gamify-dev-secret', grant_type: 'client_credentials' },
  },
  authorization_code: {
    summary: 'The code of a signed-in player',
    value: {
      ...codeClient,
      grant_type: 'authorization_code',
      code: 'the code',
      redirect_uri: 'http://127.0.0.1:5173/signed-in',
    },
  },
  refresh_token: {
    summary: 'Another token for the same player',
    value: { ...codeClient, grant_type: 'refresh_token', refresh_token: 'the refresh token' },
  },
}

/** The schemas of the sign-in routes. */
export const signInSchemas = { TokenRequest: tokenRequest, Token: tokenAnswer } as const

const page = { 'text/html': { schema: { type: 'string' } } } as const

const query = (name: string, required: boolean, schema: JsonSchema): Parameter => ({
  name,
  in: 'query',
  required,
  schema,
})

/**
 * Returns the paths by which a program gets an access token. They have no rows because these routes take no token. Spec
 * 5.1.
 */
export function signInPaths(errors: ErrorComponents): Readonly<Record<string, PathItem>> {
  const request = { schema: { $ref: '#/components/schemas/TokenRequest' }, examples: tokenExamples }
  return {
    [TOKEN_PATH]: {
      post: {
        operationId: 'postAuthToken',
        summary: 'Get an access token',
        tags,
        requestBody: {
          required: true,
          content: { 'application/json': request, 'application/x-www-form-urlencoded': request },
        },
        responses: {
          '200': {
            description: 'The token.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Token' } } },
          },
          ...errors.answersOf([
            'invalid_request',
            'invalid_grant',
            'invalid_json',
            'validation_exception',
            'client_auth_fail',
            'forbidden_host',
            'payload_too_large',
            'internal_error',
            'storage_failed',
          ]),
        },
        security: [],
      },
    },
    [SIGN_IN_PATH]: {
      get: {
        operationId: 'getAuth',
        summary: 'Sign in as a player, on a page',
        description:
          'Redirects to `redirect_uri` with `code` in the query, or with `access_token`, `token_type` and `expires_in` in the fragment, and with your `state`. If sign-in fails, the page says why and does not redirect.',
        tags,
        parameters: [
          query('response_type', true, { type: 'string', enum: ['code', 'token'] }),
          query('client_id', true, { type: 'string' }),
          query('redirect_uri', true, text('A registered redirect address of the client, character for character.')),
          query('state', false, text('Returned unchanged. At most 4096 bytes.')),
        ],
        responses: {
          '200': { description: 'The page.', content: page },
          '400': { description: 'A page that explains the problem.', content: page },
          '403': {
            description: '`forbidden_host`; or `forbidden_origin`, on a page.',
            content: { ...page, 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          '500': { description: '`internal_error`, on a page.', content: page },
          '503': { description: '`storage_failed`, on a page.', content: page },
        },
        security: [],
      },
    },
  }
}
