import { Award, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { levelProgress } from '../../../inspect/level-progress.ts'
import { itemsIn, scoreText, type ShownScore } from '../../../sentences/score-text.ts'
import { Picture } from '../../parts/picture.tsx'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { EditScore } from './edit-score.tsx'
import { usePlayerDesign, type PlayerDesign } from './metrics.ts'
import { MissingItems } from './missing-items.tsx'
import { Name } from './name.tsx'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players.scores

/** The scores of a player: points, levels with the way to the next one, and badges. Spec 8.2. */
export function ScoresTab({ player }: { readonly player: PlayerDetails }): ReactNode {
  const { at } = useGame()
  const { value: design } = usePlayerDesign()
  const [edited, setEdited] = useState<{ readonly metric: string | undefined }>()
  const { id, scores } = player
  const edit = at === undefined ? (metric: string) => setEdited({ metric }) : undefined
  const ofType = (...types: readonly string[]) => scores.filter(({ metric: { type } }) => types.includes(type))
  const [points, states, sets] = [ofType('point', 'compound'), ofType('state'), ofType('set')]
  return (
    <>
      {scores.length === 0 && <p className="empty">{t.none}</p>}
      {points.length > 0 && (
        <section aria-label={t.points}>
          <ul className="player-points">
            {points.map((score) => (
              <li key={score.metric.id} className="figure">
                <span className="value">
                  <Name>{scoreText(score)}</Name>
                </span>
                <Caption score={score} onEdit={score.metric.type === 'point' ? edit : undefined} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {states.length > 0 && (
        <section aria-label={t.levels}>
          <ul className="player-states">
            {states.map((score) => (
              <State key={score.metric.id} id={id} score={score} scores={scores} design={design} onEdit={edit} />
            ))}
          </ul>
        </section>
      )}
      {sets.map((score) => (
        <Items key={score.metric.id} id={id} score={score} design={design} onEdit={edit} />
      ))}
      {design &&
        withoutScore(design, scores).map(({ id: metric, name, parts }) => (
          <section key={metric} className="card" aria-label={name}>
            <span className="player-caption muted">
              <Name>{name}</Name>
            </span>
            <p className="muted">{t.noItems}</p>
            <MissingItems player={id} metric={metric} parts={parts} design={design} />
          </section>
        ))}
      {at === undefined && design && (
        <p>
          <button type="button" onClick={() => setEdited({ metric: undefined })}>
            <Pencil aria-hidden size={14} /> {t.change}
          </button>
        </p>
      )}
      {design && <EditScore player={id} design={design} edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** Returns the sets and states of the design of which a player has nothing. */
const withoutScore = ({ metrics }: PlayerDesign, scores: readonly ShownScore[]): PlayerDesign['metrics'] =>
  metrics.filter(({ id, parts }) => parts.length > 0 && !scores.some(({ metric }) => metric.id === id))

interface ScoreProps {
  readonly score: ShownScore
  /** Opens the form that changes it; undefined where nothing can be changed. */
  readonly onEdit: ((metric: string) => void) | undefined
}

function Caption({ score: { metric }, onEdit }: ScoreProps): ReactNode {
  const label = `${t.change}: ${metric.name}`
  return (
    <span className="player-caption muted">
      <Name>{metric.name}</Name>
      {onEdit && (
        <button type="button" className="icon" aria-label={label} title={label} onClick={() => onEdit(metric.id)}>
          <Pencil aria-hidden size={14} />
        </button>
      )}
    </span>
  )
}

interface StateProps extends ScoreProps {
  readonly id: string
  readonly scores: readonly ShownScore[]
  readonly design: PlayerDesign | undefined
}

/** A state, with the way to the next one if it is a level. */
function State({ id, score, scores, design, onEdit }: StateProps): ReactNode {
  const { metric, value, meta } = score
  const { name, description } = value as { readonly name: string; readonly description?: string }
  const progress = levelProgress(score, scores)
  const levels = design?.levels.get(metric.id) ?? []
  const next = meta && levels[levels.findIndex(({ threshold }) => threshold === meta.high) + 1]?.rank
  return (
    <li className="card">
      <Caption score={score} onEdit={onEdit} />
      <div className="player-part">
        <MetricPicture player={id} metric={metric.id} part={{ state: name }} />
        <div>
          <strong>
            <Name>{name}</Name>
          </strong>
          {description !== undefined && <p className="muted">{description}</p>}
        </div>
      </div>
      {progress && (
        <div>
          <progress value={progress.share} max={1} aria-label={t.progress(metric.name)} />
          <p className="player-progress muted">
            <span>{progress.label}</span>
            {next !== undefined && progress.share < 1 && <span>{t.next(next)}</span>}
          </p>
        </div>
      )}
      {design && next !== undefined && <MissingItems player={id} metric={metric.id} parts={[next]} design={design} />}
    </li>
  )
}

/** A set, with the pictures of the items that the player holds, and those that are missing. */
function Items({ id, score, design, onEdit }: Omit<StateProps, 'scores'>): ReactNode {
  const { metric, value } = score
  const items = itemsIn(value as object)
  const held = new Set(items.map(([name]) => name))
  const all = design?.metrics.find((each) => each.id === metric.id)?.parts ?? []
  return (
    <section className="card" aria-label={metric.name}>
      <Caption score={score} onEdit={onEdit} />
      {items.length === 0 ? (
        <p className="muted">{t.noItems}</p>
      ) : (
        <ul className="player-items">
          {items.map(([name, { count, description }]) => (
            <li key={name} className="player-part">
              <MetricPicture player={id} metric={metric.id} part={{ item: name }} />
              <div>
                <strong>
                  <Name>{name}</Name>
                </strong>
                {count !== '1' && <span className="badge">× {count}</span>}
                {description !== undefined && <p className="muted">{description}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {design && (
        <MissingItems player={id} metric={metric.id} parts={all.filter((item) => !held.has(item))} design={design} />
      )}
    </section>
  )
}

interface MetricPictureProps {
  readonly player: string
  readonly metric: string
  readonly part: { readonly item: string } | { readonly state: string }
}

function MetricPicture({ player, metric, part }: MetricPictureProps): ReactNode {
  return (
    <Picture
      name={['metric', player, metric, part]}
      load={async (client) =>
        (
          await client.call('GET /v2/runtime/assets/definitions/metrics/:metric_id', {
            params: { metric_id: metric },
            query: { size: 'medium', ...part },
            as: player,
          })
        ).body
      }
      instead={<Award aria-hidden size={20} />}
    />
  )
}
