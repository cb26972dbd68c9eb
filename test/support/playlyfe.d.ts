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
    /** Of the code flow. */
    readonly redirect_uri?: string
  }

  /** Whom a token of a back end is for; `expires` in seconds. */
  interface JwtOptions {
    readonly client_id: string
    readonly client_secret: string
    readonly player_id: string
    readonly scopes?: readonly string[]
    readonly expires?: number
  }

  interface Token {
    readonly access_token: string
    readonly refresh_token?: string
  }

  type Query = Readonly<Record<string, string>>

  class Playlyfe {
    static createJWT(options: JwtOptions): string
    constructor(options: Options)
    getAuthorizationURI(): string
    exchangeCode(code: string): Promise<Token>
    get(url: string, query?: Query): Promise<unknown>
    post(url: string, query?: Query, body?: unknown): Promise<unknown>
    patch(url: string, query?: Query, body?: unknown): Promise<unknown>
    put(url: string, query?: Query, body?: unknown): Promise<unknown>
    delete(url: string, query?: Query): Promise<unknown>
    upload(url: string, query: Query, form: object): Promise<unknown>
  }

  const sdk: { readonly Playlyfe: typeof Playlyfe }
  export default sdk
}
