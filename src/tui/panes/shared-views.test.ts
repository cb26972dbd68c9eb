import { expect, test } from 'vitest'
import { paintFor } from '../../terminal/render/paint.ts'
import type { Canvas } from '../blocks.ts'
import { createTheme } from '../layout.ts'
import { feedView } from './shared-views.ts'

const theme = createTheme(paintFor({ write: () => {}, isTerminal: false }, {}, true), true)
const timestamp = '2030-01-06T12:00:00.000Z'
const joined = { event: 'join', actor: { id: 'neo', alias: 'Neo' }, timestamp }

const feedOf = (of: Parameters<typeof feedView>[2], event: object): string => {
  const canvas: Canvas = { read: () => ({ kind: 'loaded', value: [event] }) as never, theme, width: 60 }
  const view = feedView(
    () => 'feed',
    async () => [],
    of,
  )
  return view
    .content(
      'row',
      {} as never,
    )(canvas)
    .join('\n')
}

test('the feed of a team or process says who joined it, which its events do not say', () => {
  expect(feedOf(() => ({ team: { id: 'hawks' } }), joined)).toContain("neo joined team 'hawks'")
  expect(feedOf(() => ({ process: { id: 'neo/sea' } }), joined)).toContain("neo joined process 'neo/sea'")
})

test('the feed of a player says that it was theirs', () => {
  const event = { event: 'action', action: { id: 'like', name: 'Like' }, changes: [], timestamp }
  expect(feedOf(() => ({ player: 'neo' }), event)).toContain('neo played Like')
})
