import { describe, expect, test, vi } from 'vitest'
import { type Fault, isFault } from '../game/kernel/fault.ts'
import { fileInForm } from './multipart.ts'

const TYPE = 'multipart/form-data; boundary=XX'
const CONTENT = Buffer.from([0x89, 0x50, 0, 0x0d, 0x0a, 0x2d, 0x2d, 0x58, 0xff, 0x0d, 0x0a])
const named = (name: string): string => `Content-Disposition: form-data; name="${name}"; filename="a.png"`

const part = (head: string, content: Uint8Array | string = CONTENT): Buffer =>
  Buffer.concat([Buffer.from(`--XX\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])

const form = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat([...parts.map((one) => Buffer.from(one)), Buffer.from('--XX--\r\n')])

function problemOf(found: Fault | Buffer): string {
  if (!isFault(found)) return 'none'
  const [{ path, message } = { path: '', message: '' }] = found.problems ?? []
  return `${found.fault} ${path}: ${message}`
}

test('the bytes of the file, as they are', () => {
  expect(fileInForm(TYPE, form(part(named('file'))))).toEqual(CONTENT)
})

test('as the web platform writes a form', async () => {
  const sent = new FormData()
  sent.set('file', new File([CONTENT], 'ü "; name="x".png', { type: 'image/png' }))
  const response = new Response(sent)
  const body = Buffer.from(await response.arrayBuffer())
  expect(fileInForm(response.headers.get('content-type') ?? '', body)).toEqual(CONTENT)
})

test.each([
  ['a quoted boundary', 'multipart/form-data; charset=utf-8; Boundary="XX"', form(part(named('file')))],
  ['a type in capitals', 'Multipart/Form-Data;boundary=XX', form(part(named('file')))],
  [
    'text before and after',
    TYPE,
    Buffer.concat([Buffer.from('hello\r\n'), form(part(named('file'))), Buffer.from('bye')]),
  ],
  ['a line before', TYPE, Buffer.concat([Buffer.from('\r\n'), form(part(named('file')))])],
  ['more headers', TYPE, form(part(`Content-Type: image/png\r\n${named('file')}\r\nX-Y: z`))],
  ['a name without quotes', TYPE, form(part('content-disposition:form-data;filename=a.png;name=file'))],
  [
    'a file name with a name in it',
    TYPE,
    form(part('Content-Disposition: form-data; filename="; name=x"; name="file"')),
  ],
  ['no file name', TYPE, form(part('Content-Disposition: form-data; name="file"'))],
  ['no line at the end', TYPE, Buffer.concat([part(named('file')), Buffer.from('--XX--')])],
  [
    'spaces after the boundary',
    TYPE,
    form(Buffer.from(part(named('file')).toString('latin1').replace('--XX', '--XX \t'), 'latin1')),
  ],
])('a form with %s', (_what, type, body) => {
  expect(fileInForm(type, body)).toEqual(CONTENT)
})

describe('what is not a form with one image is told', () => {
  const file = part(named('file'))
  const missing = 'validation_exception file: the form must contain an image'
  test.each([
    ['nothing at all', undefined, '', missing],
    ['an empty form', TYPE, form(), missing],
    ['an empty file', TYPE, form(part(named('file'), '')), missing],
    [
      'another field',
      TYPE,
      form(part(named('image'))),
      "validation_exception image: unknown field; the form has one field, 'file'",
    ],
    [
      'a field more',
      TYPE,
      form(file, part(named('tags'))),
      "validation_exception tags: unknown field; the form has one field, 'file'",
    ],
    ['two files', TYPE, form(file, file), 'validation_exception file: send one image at a time'],
    ['ten files', TYPE, form(...Array<Buffer>(10).fill(file)), 'validation_exception file: send one image at a time'],
    [
      'a name without end',
      TYPE,
      form(part(named('n'.repeat(5000)))),
      `validation_exception ${'n'.repeat(64)}: unknown field; the form has one field, 'file'`,
    ],
  ])('%s', (_what, type, body, told) => {
    expect(problemOf(fileInForm(type, Buffer.from(body)))).toBe(told)
  })

  test.each([
    ['JSON', 'application/json', '{}'],
    ['an image alone', 'image/png', CONTENT],
    ['no type', undefined, CONTENT],
    ['no boundary', 'multipart/form-data', form(file)],
    ['an empty boundary', 'multipart/form-data; boundary=', form(file)],
    ['a boundary that is too long', `multipart/form-data; boundary=${'x'.repeat(71)}`, form(file)],
    ['another kind of parts', 'multipart/mixed; boundary=XX', form(file)],
  ])('%s', (_what, type, body) => {
    expect(problemOf(fileInForm(type, Buffer.from(body)))).toMatch(
      /^validation_exception : must be a form of type multipart\/form-data with a boundary, not /,
    )
  })

  const unread = 'validation_exception : the multipart form cannot be read: '
  test.each([
    ['an empty body', '', 'it does not begin with its boundary'],
    ['another boundary', form(file).toString('latin1').replaceAll('XX', 'YY'), 'it does not begin with its boundary'],
    ['a longer boundary', form(file).toString('latin1').replaceAll('XX', 'XXY'), 'it does not begin with its boundary'],
    ['no end', file, 'it does not end with its boundary'],
    ['an end cut off', form(file).subarray(0, -4), 'it does not end with its boundary'],
    ['headers without end', `--XX\r\nX: ${'a'.repeat(100_000)}`, 'the headers of a part do not end within 8192 bytes'],
    [
      'headers that are too long',
      form(part(`${named('file')}\r\nX: ${'a'.repeat(9000)}`)),
      'the headers of a part do not end within 8192 bytes',
    ],
    ['no headers', form(part('')), 'a part has no field name'],
    ['no name', form(part('Content-Disposition: form-data; filename="name=file"')), 'a part has no field name'],
    ['a second part without a name', form(file, part('X: y')), 'a part has no field name'],
  ])('%s', (_what, body, told) => {
    expect(problemOf(fileInForm(TYPE, Buffer.from(body)))).toBe(unread + told)
  })
})

test('a form of many parts is not read beyond the second', () => {
  const body = form(...Array<Buffer>(100_000).fill(part(named('file'), 'x')))
  const read = vi.spyOn(body, 'indexOf')
  expect(isFault(fileInForm(TYPE, body))).toBe(true)
  expect(read.mock.calls.length).toBeLessThan(5)
})
