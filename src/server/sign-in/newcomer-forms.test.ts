import { expect, test } from 'vitest'
import { fault } from '../../game/kernel/fault.ts'
import { newcomerForms } from './newcomer-forms.ts'

/** Forms, and who was let in by them. */
function formsThatLetIn() {
  const forms = newcomerForms<{ readonly player: string }>()
  const letIn: string[] = []
  const send = (form: string, newcomer = 'neo') =>
    forms(form, newcomer, async () => {
      letIn.push(form)
      return { player: `${newcomer}-${letIn.length}` }
    })
  return { forms, letIn, send }
}

test('a form lets one newcomer in, however close it comes again', async () => {
  const { send, letIn } = formsThatLetIn()
  expect(await Promise.all([send('a'), send('a'), send('b')])).toEqual([
    { player: 'neo-1' },
    { player: 'neo-1' },
    { player: 'neo-2' },
  ])
  expect(await send('a')).toEqual({ player: 'neo-1' })
  expect(send('a', 'trinity')).toBeUndefined()
  expect(letIn).toEqual(['a', 'b'])
})

test('a form whose newcomer was refused, or could not be kept, may be sent anew', async () => {
  const { forms, send } = formsThatLetIn()
  const refused = fault('forbidden')
  expect(await forms('a', 'trinity', async () => refused)).toBe(refused)
  await expect(forms('a', 'trinity', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(await send('a')).toEqual({ player: 'neo-1' })
})

test('a thousand forms are remembered, the last ones', async () => {
  const { send, letIn } = formsThatLetIn()
  for (let i = 0; i <= 1000; i++) await send(`form ${i}`)
  await send('form 1')
  await send('form 1000')
  expect(letIn).toHaveLength(1001)
  await send('form 0')
  expect(letIn).toHaveLength(1002)
})
