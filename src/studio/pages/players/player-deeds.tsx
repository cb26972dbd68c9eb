import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { useAddressOf, useSetting } from '../../shell/address.ts'
import { useGame, useLive } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { useListQuery } from './list-query.ts'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players

/** What can be done to a player as a whole. What destroys asks first, and says how it can be undone. Spec 8.2. */
export function PlayerDeeds({ player: { id, enabled } }: { readonly player: PlayerDetails }): ReactNode {
  const { runtime } = useGame()
  const seq = useLive((live) => live.seq)
  const [asked, setAsked] = useState<'reset' | 'remove'>()
  const [perform, isBusy] = useDeed()
  const [path, go] = useLocation()
  const addressOf = useAddressOf()
  const { withList } = useListQuery()
  const { as } = useSetting()
  const isActing = as === id
  const name = shellQuoted(id)
  const params = { player_id: id }
  const act = (): void => go(addressOf(withList(path), { as: isActing ? undefined : id }))
  const toggle = (): Promise<unknown> =>
    enabled
      ? perform({
          run: (client) => client.call('PUT /v2/admin/players/:player_id/disable', { params }),
          done: () => t.isDisabled(id),
          command: `player disable ${name}`,
        })
      : perform({
          run: (client) => client.call('PUT /v2/admin/players/:player_id/enable', { params }),
          done: () => t.isEnabled(id),
          command: `player enable ${name}`,
        })
  const reset = (): Promise<unknown> =>
    perform({
      run: (client) => client.call('POST /v2/admin/players/:player_id/reset', { params }),
      done: () => t.wasReset(id),
      command: `player reset ${name} --yes`,
    })
  const remove = async (): Promise<void> => {
    const done = await perform({
      run: (client) => client.call('DELETE /v2/admin/players/:player_id', { params }),
      done: () => t.wasRemoved(id),
      command: `player delete ${name} --yes`,
    })
    if (done) go(addressOf(withList('/players'), isActing ? { as: undefined } : {}))
  }
  const close = (): void => setAsked(undefined)
  return (
    <div className="buttons">
      <button type="button" disabled={!enabled && !isActing} onClick={act}>
        {isActing ? t.stopActing : t.act}
      </button>
      <button type="button" disabled={isBusy} onClick={() => void toggle()}>
        {enabled ? t.disable : t.enable}
      </button>
      {runtime === 'staging' && (
        <button type="button" className="danger" disabled={isBusy} onClick={() => setAsked('reset')}>
          {t.reset}
        </button>
      )}
      <button type="button" className="danger" disabled={isBusy} onClick={() => setAsked('remove')}>
        {t.remove}
      </button>
      <Confirm
        title={t.resetTitle(id)}
        isOpen={asked === 'reset'}
        onClose={close}
        action={t.reset}
        command={`player reset ${name} --yes`}
        onConfirm={() => void reset()}
      >
        <p>{t.resetLoss}</p>
        {seq !== undefined && <p className="muted">{t.undo(seq)}</p>}
      </Confirm>
      <Confirm
        title={t.removeTitle(id)}
        isOpen={asked === 'remove'}
        onClose={close}
        action={t.remove}
        command={`player delete ${name} --yes`}
        onConfirm={() => void remove()}
      >
        <p>{t.removeLoss}</p>
        {seq !== undefined && <p className="muted">{t.undo(seq)}</p>}
      </Confirm>
    </div>
  )
}
