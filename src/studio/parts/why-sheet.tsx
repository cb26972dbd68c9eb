import { useQuery as useCached } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shellQuoted } from '../../sentences/shell-quoted.ts'
import { whyText } from '../../sentences/why-text.ts'
import { control } from '../shell/control.ts'
import { describe, useGame } from '../shell/game.tsx'
import { texts } from '../texts.ts'
import { CommandLine } from './command-line.tsx'
import { Explanation } from './explanation.tsx'
import { Shown } from './problem.tsx'
import { Sheet } from './sheet.tsx'

/** Explains why an event happened. Spec 6.6 `GET /why/:event_id`. */
export function WhySheet({
  event,
  onClose,
}: {
  /** The id of the event; undefined while there is nothing to explain. */
  readonly event: string | undefined
  readonly onClose: () => void
}): ReactNode {
  return (
    <Sheet title={texts.players.why.title} isOpen={event !== undefined} onClose={onClose} isWide>
      {event !== undefined && (
        <>
          <Why key={event} event={event} />
          <CommandLine command={`why ${shellQuoted(event)}`} />
        </>
      )}
    </Sheet>
  )
}

/** What led to an event is the same ever after, and takes long to find out: it is asked once. */
function Why({ event }: { readonly event: string }): ReactNode {
  const { liveClient, runtime } = useGame()
  const { data, error, isPending } = useCached({
    queryKey: [runtime, 'why', event],
    queryFn: () => control(liveClient, 'GET /_gamify/why/:event_id', { params: { event_id: event } }),
  })
  const problem = error === null ? undefined : describe(error)
  return (
    <Shown of={{ value: data, problem, isLoading: isPending }}>
      {(found) => <Explanation lines={whyText(found)} />}
    </Shown>
  )
}
