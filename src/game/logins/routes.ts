import { defineRoute } from '../define-route.ts'
import { message, type Message } from '../kernel/answer-shapes.ts'
import type { LogoutOperation } from '../kernel/operation.ts'

/** Ends the login of the caller's token: revokes the token and the others that were issued with it. Spec 5.1. */
const logOut: LogoutOperation<Message> = {
  kind: 'logout',
  name: 'logins.end',
  result: { message: 'You have been logged out' },
}

/** The routes for the caller's login. Spec 5.1. */
export const loginRoutes = [
  defineRoute({
    api: 'v2',
    method: 'POST',
    path: '/logout',
    summary: 'Revoke this access token and its refresh token',
    resource: 'runtime',
    caller: 'operator',
    op: logOut,
    input: () => ({}),
    out: () => message,
    faults: [],
  }),
] as const
