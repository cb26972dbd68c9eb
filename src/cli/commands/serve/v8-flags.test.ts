import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const flags = new URL('./v8-flags.ts', import.meta.url).href

/** Prints whether V8 may let the heap grow: at the start, once it holds 100 MB, and once it holds nothing more. */
const PROGRAM = `
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { setTimeout as sleep } from 'node:timers/promises'
const { tuneV8 } = await import(${JSON.stringify(flags)})
setFlagsFromString('--no-allocation-site-pretenuring')
const byDefault = cachedDataVersionTag()
const grows = () => cachedDataVersionTag() !== byDefault
const collected = async () => {
  gc()
  await sleep(50)
  return grows()
}
tuneV8()
const found = [grows(), await collected()]
let held = Array.from({ length: 100 }, () => new Array(2 ** 17).fill(0.5))
found.push(await collected())
held = held.length
found.push(await collected())
console.log(JSON.stringify(found))
`

test('a small heap may grow to four times its size, and V8 decides on a large one', async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual([true, true, false, true])
})
