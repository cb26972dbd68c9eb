/** The published SDK of the interface, as far as tests use it. */
declare module 'playlyfe' {
  interface Options {
    readonly type: 'client' | 'code'
    readonly version: 'v1' | 'v2'
    readonly client_id: string
    readonly client_secret: string
    readonly auth_endpoint: string
    readonly api_endpoint: string
    readonly player_id?: string
  }

  type Query = Readonly<Record<string, string>>

  class Playlyfe {
    constructor(options: Options)
    get(url: string, query?: Query): Promise<unknown>
    post(url: string, query?: Query, body?: unknown): Promise<unknown>
    patch(url: string, query?: Query, body?: unknown): Promise<unknown>
    put(url: string, query?: Query, body?: unknown): Promise<unknown>
    delete(url: string, query?: Query): Promise<unknown>
  }

  const sdk: { readonly Playlyfe: typeof Playlyfe }
  export default sdk
}
