import { useState, type ReactNode } from 'react'
import type { Reevaluation } from '../../../game/kernel/reevaluation-answer.ts'
import { failedText, outOfLineText } from '../../../sentences/reevaluation-text.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { control } from '../../shell/control.ts'
import { describe, useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.design

/** Shows whom the deployed rules would give another level or an achievement, and gives it to them. Spec 4.13. */
export function ReevaluationCard(): ReactNode {
  const { liveClient } = useGame()
  const [preview, setPreview] = useState<Reevaluation>()
  const [problem, setProblem] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const [perform, isBusy] = useDeed()
  const look = async (): Promise<void> => {
    try {
      setPreview(await control(liveClient, 'POST /_gamify/design/reevaluate', { body: { dry_run: true } }))
      setProblem(undefined)
    } catch (error) {
      setProblem(describe(error))
    }
  }
  const apply = async (): Promise<void> => {
    const done = await perform({
      run: (client) => control(client, 'POST /_gamify/design/reevaluate', { body: {} }),
      done: ({ players }) => t.reevaluated(players),
      command: 'design reevaluate',
    })
    if (done) await look()
  }
  const failed = preview && failedText(preview)
  return (
    <section className="card" aria-labelledby="design-reevaluate">
      <h2 id="design-reevaluate">{t.reevaluation}</h2>
      <p className="muted">{t.reevaluationText}</p>
      <div role="status">
        {problem !== undefined && <p className="problem">{problem}</p>}
        {preview && <p>{t.sentence(outOfLineText(preview) ?? t.inLine)}</p>}
        {failed !== undefined && <p className="problem">{t.sentence(failed)}</p>}
        {preview && preview.players > 0 && <PreviewTable preview={preview} />}
      </div>
      <div className="buttons">
        <button type="button" disabled={isBusy} onClick={() => void look()}>
          {t.preview}
        </button>
        {preview && preview.players > 0 && (
          <button type="button" disabled={isBusy} onClick={() => setAsked(true)}>
            {t.reevaluate(preview.players)}
          </button>
        )}
      </div>
      <CommandLine command="design reevaluate --dry-run" />
      <Confirm
        title={t.reevaluation}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        action={t.reevaluate(preview?.players ?? 0)}
        command="design reevaluate"
        onConfirm={() => void apply()}
      >
        <p>{t.reevaluateAsk}</p>
      </Confirm>
    </section>
  )
}

function PreviewTable({ preview: { levels, achievements } }: { readonly preview: Reevaluation }): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.rule}</th>
          <th scope="col">{t.change}</th>
          <th scope="col" className="number">
            {t.playersColumn}
          </th>
        </tr>
      </thead>
      <tbody>
        {levels.changes.map(({ rule, from, to, players }) => (
          <tr key={`${rule} ${from} ${to}`}>
            <td>{rule}</td>
            <td>{t.levelChange(from, to)}</td>
            <td className="number">{players.toLocaleString()}</td>
          </tr>
        ))}
        {achievements.changes.map(({ rule, players }) => (
          <tr key={rule}>
            <td>{rule}</td>
            <td>{t.earned}</td>
            <td className="number">{players.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
