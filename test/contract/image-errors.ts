import { formWithFile } from '../../src/client/create-client.ts'
import type { Ask } from '../support/http.ts'
import { bomb } from '../support/images.ts'
import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'

const both = (path: string): string[] => [`GET /v2/runtime${path}`, `GET /v1${path}`]

const game = both('/assets/game')
const player = both('/assets/players/:player_id')
const process = both('/assets/definitions/processes/:process_definition_id')
const team = both('/assets/definitions/teams/:team_definition_id')
const metric = [...both('/assets/definitions/metrics/:metric_id'), 'GET /v1/assets/metrics/:metric_id']
const design = (method: string, below = ''): string[] =>
  ['/v2/design/images', '/v2/runtime/design/images'].map((path) => `${method} ${path}${below}`)
const show = design('GET', '/:image_id')
const remove = design('DELETE', '/:image_id')
const uploads = ['POST /v2/runtime/player', 'POST /v2/runtime/player/image', ...design('POST')]

const invalidSize: Documented = { status: 400, error: 'invalid_size' }
const noPicture = (thing: string): Documented => ({
  status: 404,
  error: 'image_not_found',
  description: `The ${thing} has no display image`,
})
const as = { as: 'neo' }

/** A size that is none, for each of some routes that all answer with what their parameters name. */
const sizes = (routes: readonly string[], params: Readonly<Record<string, string>> = {}): ErrorCase[] =>
  on(
    routes,
    ...['huge', 'Large', '140', 'toString', '__proto__', 'large,icon', ' '].map((size) => ({
      when: `the size is '${size}'`,
      params,
      ask: { ...as, query: { size } },
      answer: invalidSize,
    })),
  )

const unknown = (routes: readonly string[], parameter: string, thing: string): ErrorCase[] => [
  ...on(routes, { when: 'there is none', params: { [parameter]: 'nobody' }, ask: as, answer: noPicture(thing) }),
  ...on(
    routes,
    ...[`:${parameter}`, '1neo', 'ne o', '../game', 'n'.repeat(65)].map((id) => ({
      when: `the id is '${id}'`,
      params: { [parameter]: id },
      ask: as,
      answer: invalidAt(parameter),
    })),
  ),
]

/** A request that uploads bytes, whatever they are. */
const uploading = (file: string | Uint8Array): Ask => {
  const { headers, body } = formWithFile(Buffer.from(file as string))
  return { ...as, headers, raw: body }
}

/** A form as it stands. */
const form = (text: string, type = 'multipart/form-data; boundary=b'): Ask => ({
  ...as,
  raw: Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'),
  headers: { 'content-type': type },
})
const field = (name: string, content = 'x'): string =>
  `--b\ncontent-disposition: form-data; name="${name}"; filename="x.png"\n\n${content}\n`

const MEBIBYTE = 1024 * 1024
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const noImage: Documented = { status: 415, error: 'unsupported_media_type' }
const PNG = '\x89PNG\r\n\x1a\n'

/** What is wrong with the form, with its file, and with the image in it. Issue 3 "Bad input". */
const refused: readonly { readonly when: string; readonly ask: Ask; readonly answer: Documented }[] = [
  { when: 'there is no body', ask: as, answer: invalidAt('file') },
  { when: 'there is no form', ask: { ...as, body: { file: 'x.png' } }, answer: invalidAt('') },
  {
    when: 'the image comes bare',
    ask: { ...as, raw: PNG, headers: { 'content-type': 'image/png' } },
    answer: invalidAt(''),
  },
  { when: 'the form has no boundary', ask: form(field('file'), 'multipart/form-data'), answer: invalidAt('') },
  { when: 'the form has no part', ask: form('--b--\n'), answer: invalidAt('file') },
  { when: 'the field has another name', ask: form(`${field('image')}--b--\n`), answer: invalidAt('image') },
  { when: 'the file is empty', ask: form(`${field('file', '')}--b--\n`), answer: invalidAt('file') },
  { when: 'ten fields are named file', ask: form(`${field('file').repeat(10)}--b--\n`), answer: invalidAt('file') },
  { when: 'another field follows', ask: form(`${field('file')}${field('more')}--b--\n`), answer: invalidAt('more') },
  { when: 'the form does not end', ask: form(field('file')), answer: invalidAt('') },
  { when: 'the form is text', ask: form('hello'), answer: invalidAt('') },
  { when: 'the image is an SVG named .png', ask: uploading(SVG), answer: noImage },
  { when: 'the image is a page named .png', ask: uploading('<!doctype html><p>hello'), answer: noImage },
  { when: 'the image is text', ask: uploading('hello'), answer: noImage },
  { when: 'an SVG begins like a PNG', ask: uploading(Buffer.from(PNG + SVG, 'latin1')), answer: noImage },
  { when: 'the image is cut off', ask: uploading(bomb(100, 100).subarray(0, 60)), answer: noImage },
  {
    when: 'the image has 50,000 x 50,000 pixels in 10 kB',
    ask: uploading(bomb(50_000, 50_000)),
    answer: { ...errors.tooLarge, description: /50000 x 50000 pixels/ },
  },
  { when: 'the image is larger than 10 MiB', ask: uploading(Buffer.alloc(10 * MEBIBYTE + 1)), answer: errors.tooLarge },
  { when: 'the form is larger by far', ask: uploading(Buffer.alloc(11 * MEBIBYTE)), answer: errors.tooLarge },
]

/** The errors of images. Documents 1, 2, 3, 5.2. */
export const imageErrors: readonly ErrorCase[] = [
  ...sizes(game),
  ...sizes(player, { player_id: 'neo' }),
  ...sizes(process, { process_definition_id: 'tour' }),
  ...sizes(team, { team_definition_id: 'guild' }),
  ...sizes(metric, { metric_id: 'xp' }),
  ...sizes(show, { image_id: 'default-player' }),
  ...unknown(player, 'player_id', 'player'),
  ...unknown(process, 'process_definition_id', 'process'),
  ...unknown(team, 'team_definition_id', 'team'),
  ...unknown(metric, 'metric_id', 'metric'),
  ...on(
    metric,
    {
      when: 'a metric that is no state metric is asked for a state',
      params: { metric_id: 'xp' },
      ask: { ...as, query: { state: 'novice' } },
      answer: noPicture('state'),
    },
    {
      when: 'a metric that is no set is asked for an item',
      params: { metric_id: 'xp' },
      ask: { ...as, query: { item: 'water' } },
      answer: noPicture('item'),
    },
    {
      when: 'the item is unknown',
      params: { metric_id: 'badges' },
      ask: { ...as, query: { item: 'nothing' } },
      answer: noPicture('item'),
    },
  ),
  ...on(
    [...show, ...remove],
    ...['f'.repeat(24), 'nothing', '../../game', ':image_id', '__proto__'].map((id) => ({
      when: `unknown image '${id}'`,
      params: { image_id: id },
      answer: { ...notFound('image', id), description: `The image '${id}' does not exist` },
    })),
  ),
  ...on(remove, {
    when: 'the image is a built-in one',
    params: { image_id: 'default-player' },
    answer: notFound('image', 'default-player'),
  }),
  ...on(
    design('GET'),
    ...['skip', 'limit'].map((name) => ({
      when: `${name} is no number`,
      ask: { query: { [name]: '-1' } },
      answer: errors.invalidRequest,
    })),
  ),
  ...on(uploads, ...refused),
]
