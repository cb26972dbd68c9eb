import { errors, invalidAt, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongPages } from './wrong-values.ts'

const requests = 'GET /v2/admin/requests'
const request = '/v2/admin/requests/:request_id'
const invites = '/v2/admin/invites'

const unheard = '0190f0c0-0000-7000-8000-000000000001'
const noRequest: Documented = { status: 404, error: 'invalid_approval_request' }
const noInvite: Documented = { status: 404, error: 'invalid_invite' }
const invited = (email: string): Documented => ({
  status: 409,
  error: 'already_invited',
  description: new RegExp(`'${email}'`),
})

/** What is no address. */
const wrongAddresses: readonly unknown[] = [
  '',
  'oracle',
  '@example.com',
  'oracle@',
  'ora cle@example.com',
  'oracle@example@com',
  'oracle@example.com\r\nbcc: all@example.com',
  'oracle\u0000@example.com',
  `${'o'.repeat(250)}@x.org`,
  5,
  null,
  {},
  ['oracle@example.com'],
]

const to = (...emails: readonly unknown[]) => ({ ask: { body: { emails } } })
const addresses = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `p${i}@example.com`)

/** Document 2 "Game", 4.15 "Joining the game". */
const paged: readonly ErrorCase[] = on(
  [requests, `GET ${invites}`],
  ...wrongPages.map(({ name, text }) => ({
    when: `${name} is '${text}'`,
    ask: { query: { [name]: text } },
    answer: { ...errors.invalidRequest, description: new RegExp(`'${name}'`) },
  })),
)

const answering: readonly ErrorCase[] = [
  ...on(
    [`POST ${request}`, `DELETE ${request}`],
    ...[unheard, 'nope', '__proto__', ':request_id', ' '].map((id) => ({
      when: `the request is '${id}'`,
      params: { request_id: id },
      answer: noRequest,
    })),
    {
      when: 'it is a request about a team',
      params: ({ requests: { oracleAsksGuild } }) => ({ request_id: oracleAsksGuild }),
      answer: noRequest,
    },
    {
      when: 'it is one of the other runtime',
      params: ({ joining: { tankAsks } }) => ({ request_id: tankAsks }),
      ask: { client: 'gamify-production' },
      answer: noRequest,
    },
  ),
  ...on([`POST ${request}`], {
    when: 'what each player starts with cannot be computed',
    flawed: true,
    params: ({ joining: { tankAsks } }) => ({ request_id: tankAsks }),
    answer: errors.invalidFormula,
  }),
]

const inviting: readonly ErrorCase[] = on(
  [`POST ${invites}`],
  { when: 'there is no body', answer: invalidAt('emails') },
  { when: 'nobody is named', ...to(), answer: invalidAt('emails') },
  { when: 'too many are named', ...to(...addresses(101)), answer: invalidAt('emails') },
  { when: 'one is named without a list', ask: { body: { emails: 'a@example.com' } }, answer: invalidAt('emails') },
  ...wrongAddresses.map((email) => ({
    when: `the second address is ${JSON.stringify(email).slice(0, 70)}`,
    ...to('trinity@example.com', email),
    answer: invalidAt('emails.1'),
  })),
  {
    when: 'everything is wrong',
    ask: { body: { emails: [5, 'x'], message: 5, subject: 'Come' } },
    answer: invalidAt('emails.0', 'emails.1', 'message', 'subject'),
  },
  {
    when: 'the message is too long',
    ask: { body: { emails: ['trinity@example.com'], message: 'x'.repeat(4097) } },
    answer: invalidAt('message'),
  },
  { when: 'the address is invited', ...to('oracle@example.com'), answer: invited('oracle@example.com') },
  {
    when: 'one of two is invited, in other letters',
    ...to('trinity@example.com', 'Oracle@Example.com'),
    answer: invited('Oracle@Example.com'),
  },
  {
    when: 'an address is named twice',
    ...to('trinity@example.com', 'TRINITY@example.com'),
    answer: invited('TRINITY@example.com'),
  },
)

const cancelling: readonly ErrorCase[] = on(
  [`DELETE ${invites}`],
  { when: 'no address is named', answer: { ...errors.invalidRequest, description: /'email'/ } },
  {
    when: 'the address is empty',
    ask: { search: 'email=' },
    answer: { ...errors.invalidRequest, description: /'email'/ },
  },
  ...['trinity@example.com', 'oracle', '__proto__', 'oracle@example.com ', 'tank@example.com'].map((email) => ({
    when: `the address is '${email}'`,
    ask: { query: { email } },
    answer: noInvite,
  })),
  {
    when: 'it is invited to the other runtime',
    ask: { client: 'gamify-production', query: { email: 'oracle@example.com' } },
    answer: noInvite,
  },
)

/** What can be wrong with the requests and invitations of those who would join the game. */
export const joiningErrors: readonly ErrorCase[] = [...paged, ...answering, ...inviting, ...cancelling]
