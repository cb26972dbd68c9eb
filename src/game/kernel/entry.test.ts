import { expect, test } from 'vitest'
import { namesPlayer, playersIn } from './entry.ts'

const refer = (id: string) => ({ id, alias: id })

test.each(['actor', 'player', 'new_owner', 'inviter', 'invitee'])('an event is about its %s', (part) => {
  const event = { event: 'x', [part]: refer('neo'), team: refer('trinity'), process: refer('trinity') }
  expect(namesPlayer(event, 'neo')).toBe(true)
  expect(namesPlayer(event, 'trinity')).toBe(false)
})

test('an event is about those whom it names, each once, and whose rewards waited for it', () => {
  const deferred = { actor: refer('trinity'), activity: refer('oracle'), changes: [] }
  expect(playersIn({ event: 'x', actor: refer('neo'), player: refer('neo'), deferred } as never)).toEqual(
    new Set(['neo', 'trinity']),
  )
  expect(playersIn({ event: 'x' })).toEqual(new Set())
})
