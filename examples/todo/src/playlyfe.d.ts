/** The published SDK, as far as this app uses it. */
declare module 'playlyfe' {
  namespace playlyfe {
    interface Options {
      readonly type: 'client'
      readonly version: 'v2'
      readonly client_id: string
      readonly client_secret: string
      readonly auth_endpoint: string
      readonly api_endpoint: string
    }

    class Playlyfe {
      constructor(options: Options)
      get(url: string, query: Readonly<Record<string, string>>): Promise<unknown>
      post(url: string, query: Readonly<Record<string, string>>, body: unknown): Promise<unknown>
    }
  }
  export default playlyfe
}
