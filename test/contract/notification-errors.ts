import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import { wrongDates, wrongIds } from './wrong-values.ts'

const invalidId = (id: string): Documented => ({
  status: 401,
  error: 'invalid_notification_id',
  description: new RegExp(`'${id}'`),
})

/** An id of no event that ever was. */
const unheard = '01b8f718-ae00-7000-8000-3fff0002c67c'

/** The same with another last digit: the id of an event in a game that went otherwise. */
const elsewhere = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

const lists = on(
  ['GET /v2/runtime/notifications', 'GET /v1/notifications'],
  ...wrongDates.flatMap((text) =>
    ['start', 'end'].map((name) => ({
      when: `${name} is '${text}'`,
      ask: { as: 'neo', query: { [name]: text } },
      answer: errors.invalidDate,
    })),
  ),
)

const anyId: Documented = { status: 401, error: 'invalid_notification_id' }

/** Document 1 "Notifications", 4.15. */
const seeing = on(
  ['POST /v2/runtime/notifications', 'POST /v1/notifications'],
  { when: 'ids are missing', ask: { as: 'neo', body: {} }, answer: invalidAt('ids') },
  { when: 'ids are a text', ask: { as: 'neo', body: { ids: unheard } }, answer: invalidAt('ids') },
  { when: 'an id is a number', ask: { as: 'neo', body: { ids: [5] } }, answer: invalidAt('ids.0') },
  {
    when: 'there are too many ids',
    ask: { as: 'neo', body: { ids: Array(1001).fill(unheard) } },
    answer: invalidAt('ids'),
  },
  { when: 'no such event happened', ask: { as: 'neo', body: { ids: [unheard] } }, answer: invalidId(unheard) },
  { when: 'an id is no id', ask: { as: 'neo', body: { ids: ['nope'] } }, answer: invalidId('nope') },
  { when: 'an id is empty', ask: { as: 'neo', body: { ids: [''] } }, answer: invalidId('') },
  {
    when: 'the event is no notification',
    ask: ({ liked }) => ({ as: 'neo', body: { ids: [liked] } }),
    answer: anyId,
  },
  {
    when: "it is another player's",
    ask: ({ leveled }) => ({ as: 'trinity', body: { ids: [leveled] } }),
    answer: anyId,
  },
  {
    when: 'the id is one of another history',
    ask: ({ leveled }) => ({ as: 'neo', body: { ids: [elsewhere(leveled)] } }),
    answer: anyId,
  },
  {
    when: 'one of three is none',
    ask: ({ leveled, scored, liked }) => ({ as: 'neo', body: { ids: [leveled, scored, liked] } }),
    answer: anyId,
  },
)

const periods = wrongDates.flatMap((text) =>
  ['start', 'end'].map((name) => ({ when: `${name} is '${text}'`, query: { [name]: text } })),
)

const processFeeds = ['GET /v2/runtime/processes/:process_id/activity', 'GET /v1/processes/:process_id/activity']
const teamFeeds = ['GET /v2/runtime/teams/:team_id/activity', 'GET /v1/teams/:team_id/activity']
const memberFeeds = [
  'GET /v2/runtime/teams/:team_id/members/:member_id/activity',
  'GET /v1/teams/:team_id/members/:member_id/activity',
]
const adminProcessFeed = ['GET /v2/admin/processes/:process_id/activity']
const adminTeamFeed = ['GET /v2/admin/teams/:team_id/activity']

const secretGuild = { team_id: 'secret-guild' }

/** Documents 1 and 2 "Processes" and "Teams", 5.3. */
const feeds: readonly ErrorCase[] = [
  ...[processFeeds, adminProcessFeed].flatMap((routes) =>
    on(
      routes,
      ...['nope', 'neo', 'neo/nope', 'neo/open/more', 'neo%2Fopen'].map((process_id) => ({
        when: `there is no process '${process_id}'`,
        params: { process_id },
        ask: { as: 'neo' },
        answer: notFound('process_instance', process_id),
      })),
      ...periods.map(({ when, query }) => ({
        when,
        params: { process_id: 'neo/open' },
        ask: { as: 'neo', query },
        answer: errors.invalidDate,
      })),
    ),
  ),
  ...[teamFeeds, adminTeamFeed].flatMap((routes) =>
    on(
      routes,
      {
        when: 'there is no such team',
        params: { team_id: 'nope' },
        ask: { as: 'neo' },
        answer: notFound('team_instance', 'nope'),
      },
      ...periods.map(({ when, query }) => ({
        when,
        params: { team_id: 'open-guild' },
        ask: { as: 'neo', query },
        answer: errors.invalidDate,
      })),
    ),
  ),
  ...on(processFeeds, {
    when: 'the process is PRIVATE and the caller not in it',
    params: { process_id: 'neo/secret' },
    ask: { as: 'oracle' },
    answer: errors.accessDenied,
  }),
  ...on(teamFeeds, {
    when: 'the team is PRIVATE and the caller not in it',
    params: secretGuild,
    ask: { as: 'oracle' },
    answer: errors.accessDenied,
  }),
  ...on(
    memberFeeds,
    {
      when: 'there is no such team',
      params: { team_id: 'nope', member_id: 'neo' },
      ask: { as: 'neo' },
      answer: notFound('team_instance', 'nope'),
    },
    ...['oracle', 'nobody'].map((member_id) => ({
      when: `'${member_id}' is no member`,
      params: { ...secretGuild, member_id },
      ask: { as: 'neo' },
      answer: notFound('member', member_id),
    })),
    {
      when: 'the team is PRIVATE and the caller not in it',
      params: { ...secretGuild, member_id: 'neo' },
      ask: { as: 'oracle' },
      answer: errors.accessDenied,
    },
    ...wrongIds.map((id) => ({
      when: `the id of the member is '${id.slice(0, 70)}'`,
      params: { ...secretGuild, member_id: id },
      ask: { as: 'neo' },
      answer: invalidAt('member_id'),
    })),
    ...periods.map(({ when, query }) => ({
      when,
      params: { ...secretGuild, member_id: 'neo' },
      ask: { as: 'neo', query },
      answer: errors.invalidDate,
    })),
  ),
]

/** What can be wrong with a call about notifications, or about the feed of a process or team. */
export const notificationErrors: readonly ErrorCase[] = [...lists, ...seeing, ...feeds]
