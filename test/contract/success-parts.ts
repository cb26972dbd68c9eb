import { expect } from 'vitest'
import { formWithFile } from '../../src/client/create-client.ts'
import type { Ask } from '../support/http.ts'

/** A player, named as its id. */
export const refer = (id: string) => ({ id, alias: id })

/** A thing of the design or a subject, as it is referred to. */
export const named = (id: string, name: string = id) => ({ id, name })

/** A sentence that names something. */
export const message = (...names: readonly string[]) => ({
  message: expect.stringMatching(new RegExp(names.map((name) => `'${name}'`).join('.*'))) as string,
})

/** A PNG of one pixel. */
export const pixel: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const { headers, body } = formWithFile(pixel)

/** A form that has it. */
export const form = { headers, raw: body } as const satisfies Ask

/** The same form as clients send it that do not tell what the file is: named `upload`, with nothing behind it. */
export const untoldForm: Ask = {
  headers,
  raw: Buffer.from(Buffer.from(body).toString('latin1').replace('filename="file"', 'filename="upload"'), 'latin1'),
}
