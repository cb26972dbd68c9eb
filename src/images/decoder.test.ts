import { expect, test, vi } from 'vitest'

test('what decodes images is loaded by a thread of its own first, once, and then here', async () => {
  vi.resetModules()
  const { withDecoder } = await import('./decoder.ts')
  const load = vi.fn(async () => (await import('./sharp.ts')).render)
  const [first, second] = await Promise.all([withDecoder(load), withDecoder(load)])
  expect(first).toBe(second)
  // Once beside the thread, and once for each who asked.
  expect(load).toHaveBeenCalledTimes(3)
  await withDecoder(load)
  expect(load).toHaveBeenCalledTimes(4)
})

test('where it cannot be loaded, who asks is told why', async () => {
  vi.resetModules()
  const { withDecoder } = await import('./decoder.ts')
  const broken = () => Promise.reject(new Error('no such library'))
  await expect(withDecoder(broken)).rejects.toThrow('no such library')
  expect(await withDecoder(async () => 'there')).toBe('there')
})
