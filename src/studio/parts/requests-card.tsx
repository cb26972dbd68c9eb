import type { ReactNode } from 'react'
import {
  answererOf,
  answeringStep,
  answerRequest,
  pendingRequests,
  requestText,
  type PendingRequest,
  type Subject,
} from '../../inspect/requests.ts'
import { useSetting } from '../shell/address.ts'
import { useLoad } from '../shell/game.tsx'
import { texts } from '../texts.ts'
import { stepCommand } from './command-line.tsx'
import { PendingCard } from './pending-card.tsx'
import { useDeed } from './toast.tsx'

const t = texts.teams.requests

/** The requests about a team or process, to be answered as the acting player, else as its owner. */
export function RequestsCard({ subject }: { readonly subject: Subject }): ReactNode {
  const { as: acting } = useSetting()
  const as = answererOf(subject, acting)
  const requests = useLoad(
    ['requests', [subject.kind, subject.id, as]],
    (client) => pendingRequests(client, subject, as ?? ''),
    as !== undefined,
  )
  const [perform, isBusy] = useDeed()
  const answer = (request: PendingRequest, isGranted: boolean): void => {
    const given = { as: as ?? '', request, isGranted }
    void perform({
      run: (client) => answerRequest(client, subject, given),
      done: (text) => t.answered(text),
      command: stepCommand(answeringStep(subject, given)),
    })
  }
  return (
    <PendingCard
      title={t.title}
      of={as === undefined ? undefined : requests}
      none={as === undefined ? t.noOwner : t.none(as)}
      text={requestText}
      answers={(request) => (
        <>
          <button type="button" disabled={isBusy} onClick={() => answer(request, true)}>
            {t.approve}
          </button>
          <button type="button" disabled={isBusy} onClick={() => answer(request, false)}>
            {t.decline}
          </button>
        </>
      )}
    />
  )
}
