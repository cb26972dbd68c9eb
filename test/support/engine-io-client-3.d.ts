/** The published client of Engine.IO's protocol 3, as far as tests use it. */
declare module 'engine.io-client-3' {
  interface Options {
    readonly path: string
    readonly transports: readonly string[]
    readonly agent?: false
  }

  interface Socket {
    readonly readyState: string
    readonly transport: { readonly name: string }
    on(event: 'open' | 'message' | 'close' | 'error' | 'upgrade', listener: (value: unknown) => void): this
    send(message: string | Uint8Array): this
    close(): this
  }

  function connect(url: string, options: Options): Socket
  export default connect
}
