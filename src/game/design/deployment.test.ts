import { describe, expect, test } from 'vitest'
import { action, add, become, designOf, point, put, set, start, state } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import type { RuntimeName } from '../game-state.ts'
import type { Entry } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { createPlayer, deletePlayer, resetPlayer } from '../players/administration.ts'
import { revertEvents } from '../players/revert.ts'
import { updateScores } from '../players/score-update.ts'
import { deployDesign, fixIssue, listIssues, readIssue, upgradeDesign } from './deployment.ts'
import type { Design } from './design.ts'

const xp = point('xp')
const badges = set('badges', ['Fan', 'Pro'])
const mood = state('mood', 'glad', 'sad')
const like = action('like', [add('xp', '10')])

/** Of the designs that the games here run: `a` has all, each other one lacks or changes something. */
const designs: Readonly<Record<string, Design>> = {
  a: designOf({ metrics: [xp, badges, mood], actions: [like] }),
  noXp: designOf({ metrics: [badges, mood] }),
  pointBadges: designOf({ metrics: [xp, point('badges'), mood], actions: [like] }),
  noFan: designOf({ metrics: [xp, set('badges', ['Pro']), mood], actions: [like] }),
  noItems: designOf({ metrics: [xp, set('badges', []), mood], actions: [like] }),
  gifts: designOf({ metrics: [xp, badges, mood], bootstrap: { scores: [start(add('xp', '3'))] } }),
  noGlad: designOf({ metrics: [xp, badges, state('mood', 'sad')], actions: [like] }),
  happy: designOf({ metrics: [xp, badges, state('mood', 'happy', 'sad')], actions: [like] }),
  star: designOf({ metrics: [xp, set('badges', ['Star', 'Pro']), mood], actions: [like] }),
  turns: designOf({
    metrics: [xp, badges, mood],
    actions: [action('turn', [become('mood', 'glad'), add('badges', { Fan: '1' })])],
  }),
  turnsHappy: designOf({
    metrics: [xp, set('badges', ['Star', 'Pro']), state('mood', 'happy', 'sad')],
  }),
  mild: designOf({ metrics: [point('xp', { max: '5' }), badges, mood], actions: [like] }),
}
const give = [add('xp', '7'), put('badges', { Fan: '2', Pro: '1' }), become('mood', 'glad')] as never

/** A game that runs `a`, with neo who has a score of each metric. */
function running(runtime: RuntimeName): Given {
  const game = aGame(designs['a'] as Design, { runtime })
  for (const [hash, design] of Object.entries(designs)) game.run.designs.set(hash, design)
  return game
    .after(deployDesign, { hash: 'a', label: 'v1' })
    .after(createPlayer, { id: 'neo' })
    .after(updateScores, { id: 'neo', rewards: give })
}
const all = { xp: '7', badges: { Fan: '2', Pro: '1' }, mood: 'glad' }
const look = (game: Given, id = 'neo') => game.when(updateScores, { id, rewards: [] })

describe('on staging', () => {
  test('a design is in force at once, and tells what it has settled', () => {
    const deployed = running('staging').when(deployDesign, { hash: 'noXp', label: 'v2' })
    const issue = {
      id: 'metric_removed-xp',
      code: 'metric_removed',
      vars: { metric_design: { id: 'xp', name: 'xp' }, players: 1 },
    }
    const shown = { ...issue, is_resolved: true, apply: 'drop', fixes: [{ id: 'drop' }, { id: 'keep' }] }
    deployed.emits('design:deployed')
    expect(deployed.events[0]).toEqual({
      event: 'design:deployed',
      hash: 'noXp',
      label: 'v2',
      changed: ['metrics/xp: removed', 'actions/like: removed'],
      drops: [],
      settled: [{ ...issue, fix: 'drop' }],
    })
    expect(deployed.result).toMatchObject({ status: 'simulated', issues: [shown] })
    expect(deployed.game.run.design).toBe(designs['noXp'])
    expect(deployed.game.when(listIssues, {}).result).toMatchObject([shown])
    expect(deployed.game.when(readIssue, { id: issue.id }).result).toMatchObject(shown)
    look(deployed.game).leaves({ badges: all.badges, mood: 'glad' })
  })

  test.each([
    ['noXp', 'a metric'],
    ['pointBadges', 'a metric of that type'],
    ['noFan', 'an item'],
    ['noGlad', 'a state'],
  ])('what %s has no place for comes back with %s', (hash) => {
    const back = running('staging')
      .after(deployDesign, { hash, label: null })
      .after(deployDesign, { hash: 'a', label: null })
    look(back).leaves(all)
    expect(back.run.state.players.drops.last).toBe(0)
  })

  test('a design that was frozen since keeps its label when the files deploy it again', () => {
    const game = running('staging')
    game.when(deployDesign, { hash: 'a', label: null }).emits().answers({ status: 'simulated', issues: [] })
    expect(game.run.state.deployment.label).toBe('v1')
    game.when(deployDesign, { hash: 'mild', label: null }).emits('design:deployed')
    expect(game.run.state.deployment.label).toBeNull()
    game.when(deployDesign, { hash: 'mild', label: 'v2' }).emits('design:deployed')
    expect(game.run.state.deployment.label).toBe('v2')
  })

  test('the issues stay those of its coming into force, whenever it is frozen', () => {
    const game = running('staging').after(deployDesign, { hash: 'noXp', label: null })
    const issues = game.when(listIssues, {}).result
    game.when(deployDesign, { hash: 'noXp', label: 'v2' }).emits('design:deployed')
    expect(game.when(listIssues, {}).result).toEqual(issues)
    game.after(deployDesign, { hash: 'mild', label: 'v3' })
    expect(game.when(listIssues, {}).result).toEqual([])
  })

  test('the issues are settled: sending their fix back changes nothing, another one is refused', () => {
    const game = running('staging').after(deployDesign, { hash: 'noXp', label: null })
    const issue = 'metric_removed-xp'
    game.when(fixIssue, { issue, fix: 'drop' }).emits()
    game.when(fixIssue, { issue, fix: 'keep' }).refuses('validation_exception').naming('apply')
    game.when(upgradeDesign, { label: null }).refuses('invalid_request')
  })
})

describe('in production', () => {
  test('the first design is launched, the next one an upgrade where it fits', () => {
    const game = aGame(designs['a'] as Design, { runtime: 'production' })
    for (const [hash, design] of Object.entries(designs)) game.run.designs.set(hash, design)
    game.when(deployDesign, { hash: 'a', label: 'v1' }).answers({ status: 'launched', issues: [] })
    game.when(deployDesign, { hash: 'noXp', label: 'v2' }).answers({ status: 'upgraded', issues: [] })
    game.when(deployDesign, { hash: 'noXp', label: 'v2' }).emits().answers({ status: 'upgraded', issues: [] })
    expect(game.run.state.deployment).toEqual({ label: 'v2', pending: null, settled: [] })
  })

  test('a deploy changes no score by itself', () => {
    const upgraded = running('production').when(deployDesign, { hash: 'mild', label: 'v2' })
    expect(upgraded.result).toEqual({ status: 'upgraded', issues: [] })
    look(upgraded.game).leaves(all)
    upgraded.game.when(playAction, { action: 'like' }).changes({ xp: ['7', '5'] })
  })

  test('a design waits for its issues to be fixed, while the one before goes on', () => {
    const held = running('production').when(deployDesign, { hash: 'noFan', label: 'v2' })
    held.emits('design:held')
    const open = { id: 'item_removed-badges-Fan', is_resolved: false, apply: 'drop' }
    expect(held.result).toMatchObject({ status: 'issues', issues: [open] })
    const { game } = held
    expect(game.run.design).toBe(designs['a'])
    expect(game.run.state.deployment).toMatchObject({ label: 'v1', pending: { hash: 'noFan', fixes: new Map() } })
    expect(game.when(listIssues, {}).result).toMatchObject([open])
    expect(game.when(listIssues, { type: 'metric' }).result).toHaveLength(1)
    expect(game.when(listIssues, { type: 'process' }).result).toEqual([])
    expect(game.when(readIssue, { id: open.id }).result).toMatchObject(open)
    game
      .when(readIssue, { id: 'item_removed-badges-Pro' })
      .refuses('issue_not_found', { id: 'item_removed-badges-Pro' })
    game.when(deployDesign, { hash: 'noFan', label: 'v2' }).emits()
    game.when(upgradeDesign, { label: 'v2' }).refuses('unresolved_issues', { count: 1 })
    look(game).leaves(all)
  })

  test('an issue is fixed by one of its fixes, which may be chosen anew', () => {
    const game = running('production').after(deployDesign, { hash: 'noFan', label: 'v2' })
    const issue = 'item_removed-badges-Fan'
    game.when(fixIssue, { issue: 'nothing', fix: 'drop' }).refuses('issue_not_found', { id: 'nothing' })
    game.when(fixIssue, { issue, fix: 'toString' }).refuses('validation_exception').naming('apply')
    const { result } = game.run.execute(fixIssue, { issue, fix: 'x'.repeat(500_000) }, { client: 'test' })
    expect(JSON.stringify(result).length).toBeLessThan(400)
    const kept = game.when(fixIssue, { issue, fix: 'keep' }).emits('issue:fixed')
    expect(kept.result).toMatchObject({ id: issue, is_resolved: true, apply: 'keep' })
    game.when(fixIssue, { issue, fix: 'keep' }).emits()
    expect(game.when(fixIssue, { issue, fix: 'drop' }).emits('issue:fixed').result).toMatchObject({ apply: 'drop' })
    expect(game.when(listIssues, {}).result).toMatchObject([{ is_resolved: true, apply: 'drop' }])
  })

  test('the fixes that were chosen are not copied with each that is', () => {
    const game = running('production').after(deployDesign, { hash: 'noFan', label: 'v2' })
    const before = game.run.state.deployment.pending
    game.after(fixIssue, { issue: 'item_removed-badges-Fan', fix: 'keep' })
    expect(game.run.state.deployment.pending?.fixes).toBe(before?.fixes)
    expect(before?.fixes).toEqual(new Map([['item_removed-badges-Fan', 'keep']]))
  })

  test.each([
    ['noXp', 'metric_removed-xp', { badges: all.badges, mood: 'glad' }],
    ['pointBadges', 'metric_retyped-badges', { xp: '7', mood: 'glad' }],
    ['noFan', 'item_removed-badges-Fan', { ...all, badges: { Pro: '1' } }],
    ['noGlad', 'state_removed-mood-glad', { xp: '7', badges: all.badges }],
  ])('what %s drops is gone for good, and nothing else', (hash, issue, left) => {
    const game = running('production')
      .after(deployDesign, { hash, label: 'v2' })
      .after(fixIssue, { issue, fix: 'drop' })
    const upgraded = game.when(upgradeDesign, { label: 'v2' }).emits('design:deployed')
    expect(upgraded.result).toMatchObject({ status: 'upgraded', issues: [{ id: issue, is_resolved: true }] })
    expect(game.when(listIssues, {}).result).toMatchObject([{ id: issue, is_resolved: true, apply: 'drop' }])
    look(game).leaves(left)
    game.after(deployDesign, { hash: 'a', label: 'v1' })
    look(game).leaves(left)
    expect(game.when(deployDesign, { hash, label: 'v2' }).result).toEqual({ status: 'upgraded', issues: [] })
  })

  test.each(['noXp', 'pointBadges', 'noFan', 'noGlad'])('what %s keeps aside comes back', (hash) => {
    const game = running('production')
    const { issues } = game.when(deployDesign, { hash, label: 'v2' }).result
    for (const { id } of issues) game.after(fixIssue, { issue: id, fix: 'keep' })
    const { status } = game.when(deployDesign, { hash, label: 'v2' }).result
    expect(status).toBe('upgraded')
    game.after(deployDesign, { hash: 'a', label: 'v1' })
    look(game).leaves(all)
  })

  test('players who come later have what earlier ones lost', () => {
    const game = running('production')
      .after(deployDesign, { hash: 'noFan', label: 'v2' })
      .after(fixIssue, { issue: 'item_removed-badges-Fan', fix: 'drop' })
      .after(deployDesign, { hash: 'noFan', label: 'v2' })
      .after(deployDesign, { hash: 'a', label: 'v1' })
      .after(createPlayer, { id: 'trinity' })
      .after(updateScores, { id: 'trinity', rewards: give })
      .after(updateScores, { id: 'neo', rewards: [add('badges', { Fan: '1' })] as never })
    look(game, 'trinity').leaves(all, 'trinity')
    look(game).leaves({ ...all, badges: { Pro: '1', Fan: '1' } })
  })

  test('players who are born with what earlier ones lost have it', () => {
    const game = running('production')
      .after(deployDesign, { hash: 'noXp', label: 'v2' })
      .after(fixIssue, { issue: 'metric_removed-xp', fix: 'drop' })
      .after(upgradeDesign, { label: 'v2' })
      .after(deployDesign, { hash: 'gifts', label: 'v3' })
      .after(createPlayer, { id: 'trinity' })
    look(game, 'trinity').leaves({ xp: '3' }, 'trinity')
  })

  test('a fix is of one design: another with the same issue has it unresolved', () => {
    const game = running('production')
      .after(deployDesign, { hash: 'noFan', label: 'v2' })
      .after(fixIssue, { issue: 'item_removed-badges-Fan', fix: 'drop' })
    expect(game.when(deployDesign, { hash: 'noItems', label: 'v3' }).result).toMatchObject({
      status: 'issues',
      issues: [
        { id: 'item_removed-badges-Fan', is_resolved: false },
        { id: 'item_removed-badges-Pro', is_resolved: false },
      ],
    })
  })

  test('another design takes the place of the one that waits, and the one in force too', () => {
    const game = running('production')
      .after(deployDesign, { hash: 'noFan', label: 'v2' })
      .after(fixIssue, { issue: 'item_removed-badges-Fan', fix: 'drop' })
    game.when(deployDesign, { hash: 'noGlad', label: 'v3' }).emits('design:held')
    game.when(fixIssue, { issue: 'item_removed-badges-Fan', fix: 'drop' }).refuses('issue_not_found')
    game.when(deployDesign, { hash: 'noFan', label: 'v2' }).emits('design:held')
    expect(game.when(listIssues, {}).result).toMatchObject([{ id: 'item_removed-badges-Fan', is_resolved: false }])
    game.when(deployDesign, { hash: 'a', label: 'v1' }).emits('design:deployed')
    expect(game.run.state.deployment).toEqual({ label: 'v1', pending: null, settled: [] })
    game.when(upgradeDesign, { label: null }).refuses('invalid_request')
    look(game).leaves(all)
  })

  test('an issue that nobody has any more is none', () => {
    const game = running('production').after(deployDesign, { hash: 'noXp', label: 'v2' })
    game.after(createPlayer, { id: 'trinity' }).after(updateScores, { id: 'trinity', rewards: give })
    expect(game.when(listIssues, {}).result).toMatchObject([{ vars: { players: 2 } }])
    for (const id of ['neo', 'trinity']) game.after(deletePlayer, { id })
    expect(game.when(listIssues, {}).result).toEqual([])
    expect(game.when(upgradeDesign, { label: 'v2' }).result).toEqual({ status: 'upgraded', issues: [] })
  })

  test('one that turns up while the others are fixed is to be fixed too', () => {
    const game = running('production').after(deployDesign, { hash: 'noFan', label: 'v2' })
    game.after(updateScores, { id: 'neo', rewards: [put('badges', { Fan: '0' })] as never })
    expect(game.when(listIssues, {}).result).toEqual([])
    game.after(updateScores, { id: 'neo', rewards: [put('badges', { Fan: '1' })] as never })
    game.when(upgradeDesign, { label: 'v2' }).refuses('unresolved_issues')
    expect(game.when(deployDesign, { hash: 'noFan', label: 'v2' }).result).toMatchObject({ status: 'issues' })
  })

  test('a revert does not take from new scores what was dropped', () => {
    const game = running('production')
    const played = game.when(playAction, { action: 'like' }).result.events.local[0]
    game
      .after(deployDesign, { hash: 'noXp', label: 'v2' })
      .after(fixIssue, { issue: 'metric_removed-xp', fix: 'drop' })
      .after(upgradeDesign, { label: 'v2' })
      .after(deployDesign, { hash: 'a', label: 'v1' })
    const again = game.when(playAction, { action: 'like' }).result.events.local[0]
    game.when(revertEvents, { id: 'neo', eventIds: [played?.id ?? ''] }).leaves({ ...all, xp: '10' })
    game.when(revertEvents, { id: 'neo', eventIds: [again?.id ?? ''] }).leaves({ ...all, xp: '0' })
  })
})

test('on staging players who are emptied hold nothing that a design has to fit', () => {
  const game = running('staging').after(resetPlayer, { id: 'neo' })
  expect(game.when(deployDesign, { hash: 'noXp', label: null }).result).toEqual({ status: 'simulated', issues: [] })
})

describe('what was renamed', () => {
  const renamed = [
    ['happy', { ...all, mood: 'happy' }, 'state_removed-mood-glad'],
    ['star', { ...all, badges: { Star: '2', Pro: '1' } }, 'item_removed-badges-Fan'],
  ] as const

  test.each(renamed)(
    'players keep on staging under its new name, and under the old one when it is back: %s',
    (hash, left, id) => {
      const deployed = running('staging').when(deployDesign, { hash, label: null })
      expect(deployed.result).toMatchObject({
        issues: [{ id, is_resolved: true, apply: 'rename', fixes: [{ id: 'rename' }, { id: 'drop' }, { id: 'keep' }] }],
      })
      look(deployed.game).leaves(left)
      look(deployed.game.after(deployDesign, { hash: 'a', label: null })).leaves(all)
    },
  )

  test.each(renamed)('is offered first in production, and loses nothing: %s', (hash, left, id) => {
    const held = running('production').when(deployDesign, { hash, label: 'v2' })
    expect(held.result).toMatchObject({ status: 'issues', issues: [{ id, is_resolved: false, apply: 'rename' }] })
    const upgraded = held.game
      .after(fixIssue, { issue: id, fix: 'rename' })
      .when(upgradeDesign, { label: 'v2' })
      .emits('design:deployed')
    expect(upgraded.events[0]).toMatchObject({ drops: [], renames: [{}] })
    look(upgraded.game).leaves(left)
    expect(upgraded.game.when(readIssue, { id }).result).toMatchObject({ apply: 'rename', is_resolved: true })
  })

  test.each([
    ['drop', { xp: '7', badges: all.badges }, { xp: '7', badges: all.badges }],
    ['keep', { xp: '7', badges: all.badges }, all],
  ])('may be dropped or kept aside all the same: %s', (fix, without, back) => {
    const game = running('production')
      .after(deployDesign, { hash: 'happy', label: 'v2' })
      .after(fixIssue, { issue: 'state_removed-mood-glad', fix })
      .after(upgradeDesign, { label: 'v2' })
    look(game).leaves(without)
    look(game.after(deployDesign, { hash: 'a', label: null })).leaves(back)
  })

  test('is named as a fix of no other issue', () => {
    running('production')
      .after(deployDesign, { hash: 'noGlad', label: 'v2' })
      .when(fixIssue, { issue: 'state_removed-mood-glad', fix: 'rename' })
      .refuses('validation_exception')
  })

  test('is taken back by a revert under its new name', () => {
    const game = running('staging')
      .after(createPlayer, { id: 'ana' })
      .after(deployDesign, { hash: 'turns', label: null })
    const played = game.when(playAction, { action: 'turn', as: 'ana' })
    const id = eventId(played.entry as Entry, 0)
    const now = played.game.after(deployDesign, { hash: 'turnsHappy', label: null })
    look(now, 'ana').leaves({ mood: 'happy', badges: { Star: '1' } }, 'ana')
    now.when(revertEvents, { id: 'ana', eventIds: [id] }).leaves({ badges: {} }, 'ana')
  })
})
