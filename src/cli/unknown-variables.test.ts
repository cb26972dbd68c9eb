import { expect, test } from 'vitest'
import { fakeIo } from '../../test/support/fake-io.ts'
import { type CommonOptions, createShell } from '../terminal/shell.ts'
import { unknownVariableWarnings } from './unknown-variables.ts'

type Listing = Parameters<typeof unknownVariableWarnings>[4]

/** What is said of `--var vots=4` for an action that takes `votes`, and how often the service is asked. */
async function warned(options: Partial<CommonOptions>, list: Listing, given = [['vots', '4']] as const) {
  const io = fakeIo()
  let asked = 0
  const counted: Listing = () => ((asked += 1), list())
  const shell = createShell(io, options as CommonOptions)
  const warnings = await unknownVariableWarnings(shell, 'action', 'answer', given, counted)
  return { asked, warnings, ...io.written }
}

const listed: Listing = async () => [{ id: 'answer', variables: [{ name: 'votes' }] }]

test('a variable that there is not is warned of', async () => {
  expect(await warned({}, listed)).toEqual({
    asked: 1,
    warnings: [`the action 'answer' has no variable 'vots' (did you mean 'votes'?), so it is ignored`],
    stdout: '',
    stderr: '',
  })
})

test('nothing is asked where nobody would read the answer', async () => {
  const silent = { asked: 0, warnings: [], stdout: '', stderr: '' }
  expect(await warned({ json: true }, listed)).toEqual(silent)
  expect(await warned({ quiet: true }, listed)).toEqual(silent)
  expect(await warned({}, listed, [] as never)).toEqual(silent)
})

test('what cannot be looked up is not warned of, and is no error', async () => {
  const silent = { asked: 1, warnings: [], stdout: '', stderr: '' }
  expect(await warned({}, () => Promise.reject(new Error('no')))).toEqual(silent)
  expect(await warned({}, async () => [])).toEqual(silent)
})
