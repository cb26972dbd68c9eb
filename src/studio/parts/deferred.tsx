import { useEffect, useState, type ComponentType } from 'react'

/**
 * Returns a component whose code is loaded when it is first drawn, and again if that failed. Until then, `waiting` is
 * shown. React's own way to do so keeps showing that for 300 ms, however soon the code is there.
 */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>, waiting: string): ComponentType<P> {
  let loading: Promise<void> | undefined
  let Loaded: ComponentType<P> | undefined
  const start = (): Promise<void> =>
    (loading ??= load().then(
      (found) => {
        Loaded = found
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  return function Deferred(properties) {
    const [, setOutcome] = useState<'loaded'>()
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (!Loaded)
        start().then(
          () => setOutcome('loaded'),
          (error: unknown) => setFailure({ error }),
        )
    }, [])
    if (failure) throw failure.error
    return Loaded ? <Loaded {...properties} /> : <p className="waiting">{waiting}</p>
  }
}
