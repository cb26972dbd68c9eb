import type { RouteName as AnyRoute, RouteInput, RouteOutput } from '../route-types.ts'

// The types that the build makes of the rows for users of the client, with the ids of a game in them. Here they are
// what the rows say.

/** The routes of version 2 by their names: their input and their answer. */
export type Routes<_Game> = {
  readonly [Name in Extract<AnyRoute, `${string} /v2/${string}`>]: Omit<
    RouteInput<Name>,
    'as' | 'asOf' | 'signal' | 'query'
  > & {
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
    readonly answer: RouteOutput<Name>
  }
}

/** The routes that answer a page of a list. */
export type PagedRoute = keyof Routes<never>

/** The shapes that routes share. */
export declare namespace Shapes {
  export type Notification<_Game> = RouteOutput<'GET /v2/runtime/notifications'>['data'][number]
}

/** The error codes of the service. */
export type { FaultCode as ErrorCode } from '../../game/kernel/fault.ts'
