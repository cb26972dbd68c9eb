import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  become,
  designOf,
  levels,
  played,
  point,
  put,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import type { Design } from '../design/design.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { updateScores } from '../players/score-update.ts'
import { findOutOfLine, reevaluatePlayer } from './reevaluation.ts'

const xp = point('xp')
const badges = set('badges', ['Fan', 'Star'])
const actions = [action('like', [add('xp', '1')])]

const ladder = (...steps: [string, string?][]) => levels('ladder', 'xp', 'rank', ...steps)
const usual = ladder(['Bronze', '100'], ['Silver', '200'], ['Gold'])
const lower = ladder(['Bronze', '60'], ['Silver', '200'], ['Gold'])
const fan = achievement('fan', 'badges', { Fan: '1' }, played('like', 'ge', 1))

const design = (rules: readonly object[], states: readonly string[] = ['Bronze', 'Silver', 'Gold']): Design =>
  designOf({ metrics: [xp, state('rank', ...states), badges], actions, rules: rules as never })

const withXp = (points: string, rules: readonly object[] = [usual]): Given =>
  given(design(rules)).after(updateScores, { id: 'neo', rewards: [put('xp', points)] })

/** What there is to tell of the game as it is. */
const found = (game: Given) => game.when(findOutOfLine, {}).result.tally.answer(true)

describe('what the rules would give a player now', () => {
  test('is the level that the ladder has for the score, up', () => {
    withXp('72')
      .deploying(design([lower]))
      .when(reevaluatePlayer, { id: 'neo' })
      .emits('level')
      .changes({ rank: ['Bronze', 'Silver'] })
  })

  test('is a lower level too', () => {
    withXp('150')
      .deploying(design([ladder(['Bronze', '160'], ['Silver'])]))
      .when(reevaluatePlayer, { id: 'neo' })
      .emits('level')
      .changes({ rank: ['Silver', 'Bronze'] })
  })

  test('is a level in the place of one that is gone', () => {
    withXp('72')
      .deploying(design([ladder(['Copper', '100'], ['Silver'])], ['Copper', 'Silver']))
      .when(reevaluatePlayer, { id: 'neo' })
      .emits('level')
      .leaves({ xp: '72', rank: 'Copper' })
  })

  test('is an achievement that is earned and lacking, and whatever follows from it', () => {
    withXp('72', [])
      .after(playAction, { action: 'like' })
      .deploying(design([fan, achievement('star', 'badges', { Star: '1' }, score('badges', 'ge', '1', 'Fan'))]))
      .when(reevaluatePlayer, { id: 'neo' })
      .emits('achievement', 'achievement')
      .leaves({ xp: '73', badges: { Fan: '1', Star: '1' } })
  })

  test('takes no achievement away', () => {
    withXp('72', [fan])
      .after(playAction, { action: 'like' })
      .deploying(design([achievement('fan', 'badges', { Fan: '1' }, played('like', 'ge', 99))]))
      .when(reevaluatePlayer, { id: 'neo' })
      .emits()
      .leaves({ xp: '73', badges: { Fan: '1' } })
  })

  test('is nothing where all is in line, nor before the base metric has an entry', () => {
    withXp('72').when(reevaluatePlayer, { id: 'neo' }).emits()
    given(design([usual]))
      .after(updateScores, { id: 'neo', rewards: [become('rank', 'Gold')] })
      .when(reevaluatePlayer, { id: 'neo' })
      .emits()
  })

  test('is asked of a player who exists', () => {
    withXp('72').when(reevaluatePlayer, { id: 'nobody' }).refuses('player_not_found')
  })
})

describe('the players out of line', () => {
  const several = (): Given =>
    ['a', 'b', 'c'].reduce(
      (game, id, i) =>
        game.after(createPlayer, { id }).after(updateScores, { id, rewards: [put('xp', String(50 + 20 * i))] }),
      given(design([usual])),
    )

  test('are found with what changes for how many of them, and nothing changes', () => {
    const game = several()
      .after(playAction, { action: 'like', as: 'a' })
      .deploying(design([lower, fan]))
    const { seq } = game.run.state
    const { result } = game.when(findOutOfLine, {})
    expect(result.ids).toEqual(['a', 'b', 'c'])
    expect(result.tally.answer(true)).toEqual({
      dry_run: true,
      players: 3,
      levels: { players: 2, changes: [{ rule: 'ladder', from: 'Bronze', to: 'Silver', players: 2 }] },
      achievements: { players: 1, changes: [{ rule: 'fan', players: 1 }] },
      failed: { players: 0, error_description: null },
    })
    expect(game.run.state.seq).toBe(seq)
  })

  test('are none where the design has no rules, or is the one that they have played by', () => {
    expect(found(several()).players).toBe(0)
    expect(found(several().deploying(design([]))).players).toBe(0)
  })

  test('are not those who have gone', () => {
    const game = several()
      .deploying(design([lower]))
      .after(deletePlayer, { id: 'b' })
    expect(game.when(findOutOfLine, {}).result.ids).toEqual(['c'])
  })

  test('are those whose level is gone, who come from none', () => {
    const game = withXp('72').deploying(design([ladder(['Copper'])], ['Copper']))
    expect(found(game).levels.changes).toEqual([{ rule: 'ladder', from: null, to: 'Copper', players: 1 }])
  })

  test('may be told apart from those whose rules cannot be computed', () => {
    const broken = achievement('broken', 'badges', { Fan: '1 / ($scores.xp - 72)' }, {})
    const game = withXp('72').deploying(design([broken]))
    expect(found(game)).toMatchObject({
      players: 0,
      failed: { players: 1, error_description: expect.stringContaining('division by zero') },
    })
  })
})
