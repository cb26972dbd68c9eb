import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOf, stateParts } from '../../src/emulator/checkpoints/state-parts.ts'
import { cancelInvitation, inviteAddresses, listInvitations } from '../../src/game/joining/invitations.ts'
import { joinGame, type Joined } from '../../src/game/joining/newcomer.ts'
import { acceptJoinRequest, listJoinRequests, rejectJoinRequest } from '../../src/game/joining/requests.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { createPlayer, deletePlayer } from '../../src/game/players/administration.ts'
import { designOf } from '../support/design-parts.ts'
import { GameRun } from '../support/game-run.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const operator = { client: 'test' }
const all = { skip: 0, limit: Infinity }

interface Person {
  readonly alias: string
  readonly email?: string
}

interface Step {
  readonly act: 'invite' | 'cancel' | 'join' | 'accept' | 'reject' | 'create' | 'delete'
  readonly emails: readonly string[]
  readonly person: Person
  /** Which of what is pending, or of the players, counted round and round. */
  readonly which: number
}

const email = fc.constantFrom('neo@x.org', 'Neo@X.org', 'trinity@x.org', 'oracle@x.org')
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('invite', 'cancel', 'join', 'join', 'join', 'accept', 'accept', 'reject', 'create', 'delete'),
  emails: fc.array(email, { minLength: 1, maxLength: 2 }),
  person: fc.record({ alias: fc.constantFrom('neo', 'Neo', '1', 'é'), email }, { requiredKeys: ['alias'] }),
  which: fc.nat(5),
})

/** The rules of document 4.15 as plainly as they can be written down: lists that are searched. */
class NaiveGame {
  invited: string[] = []
  asking: (Person & { id: string })[] = []
  players: string[] = []
  readonly #access: AccessSetting

  constructor(access: AccessSetting) {
    this.#access = access
  }

  /** What a step comes to: the code of a fault, or nothing where it is done. */
  does({ act, emails, person, which }: Step): string | undefined {
    const asked = this.asking[which % this.asking.length]
    switch (act) {
      case 'invite':
        return this.#invite(emails)
      case 'cancel':
        return this.#cancel(emails[0] ?? '')
      case 'join':
        return this.#join(person)
      case 'create':
        return this.#comes(person)
      case 'delete':
        this.players.splice(which % this.players.length, 1)
        return undefined
      case 'accept':
      case 'reject':
        if (!asked) return 'invalid_approval_request'
        this.asking = this.asking.filter((each) => each !== asked)
        return act === 'accept' ? this.#comes(asked) : undefined
    }
  }

  #invite(emails: readonly string[]): string | undefined {
    const lower = emails.map((each) => each.toLowerCase())
    const isNew = new Set(lower).size === lower.length && !lower.some((each) => this.#isInvited(each))
    if (!isNew) return 'already_invited'
    this.invited.push(...emails)
    return undefined
  }

  #cancel(address: string): string | undefined {
    if (!this.#isInvited(address)) return 'invalid_invite'
    this.invited = this.invited.filter((each) => !isSame(each, address))
    return undefined
  }

  #join(person: Person): string | undefined {
    if (this.#access === 'PUBLIC' || (person.email !== undefined && this.#isInvited(person.email)))
      return this.#comes(person)
    if (this.#access === 'PRIVATE') return 'access_denied'
    if (this.asking.some((each) => isWho(each, person))) return 'already_requested'
    this.asking.push({ ...person, id: '' })
    return undefined
  }

  #comes({ email: address }: Person): undefined {
    if (address === undefined) return
    this.invited = this.invited.filter((each) => !isSame(each, address))
    this.asking = this.asking.filter((each) => each.email === undefined || !isSame(each.email, address))
  }

  #isInvited(address: string): boolean {
    return this.invited.some((each) => isSame(each, address))
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const isWho = (one: Person, other: Person): boolean =>
  one.email === undefined || other.email === undefined
    ? one.email === other.email && one.alias === other.alias
    : isSame(one.email, other.email)

/** The same step in the game, with what the game answers. */
function takes(run: GameRun, naive: NaiveGame, { act, emails, person, which }: Step, made: number): unknown {
  const done = <I, R>(op: Parameters<typeof run.execute<I, R>>[0], input: I) => run.execute(op, input, operator).result
  const id = naive.asking[which % naive.asking.length]?.id ?? 'nothing'
  switch (act) {
    case 'invite':
      return done(inviteAddresses, { emails })
    case 'cancel':
      return done(cancelInvitation, { email: emails[0] ?? '' })
    case 'join':
      return done(joinGame, person)
    case 'accept':
      return done(acceptJoinRequest, { id })
    case 'reject':
      return done(rejectJoinRequest, { id })
    case 'create':
      return done(createPlayer, { ...person, id: `made${made}` })
    case 'delete': {
      const player = naive.players[which % naive.players.length]
      return player === undefined ? undefined : done(deletePlayer, { id: player })
    }
  }
}

const playersOf = ({ state }: GameRun): string[] =>
  state.players.records.flatMap((record) => (record ? [record.id] : []))

test(
  'invitations and requests are what the rules make of them, and the players as many as came',
  { timeout: TIMEOUT_MS },
  async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<AccessSetting>('PUBLIC', 'PROTECTED', 'PROTECTED', 'PRIVATE'),
        fc.array(step, { maxLength: 40, size: 'max' }),
        async (access, steps) => {
          const run = new GameRun(designOf({}), { access })
          const naive = new NaiveGame(access)
          for (const [i, each] of steps.entries()) {
            const before = playersOf(run)
            const result = takes(run, naive, each, i)
            const wanted = naive.does(each)
            const code = isFault(result) ? result.fault : undefined
            expect(code).toBe(wanted)
            seen.set(`${each.act} ${wanted ?? 'done'}`, (seen.get(`${each.act} ${wanted ?? 'done'}`) ?? 0) + 1)
            noteNew(naive, result)
            expectSame(run, naive)
            expectPlayers(before, playersOf(run), each, result)
            naive.players = playersOf(run)
          }
          const parts = JSON.parse(JSON.stringify([...stateParts(run.state)].filter((part) => 'data' in part)))
          const bytes = [...stateParts(run.state)].filter((part) => 'bytes' in part)
          expect((await stateOf('staging', [...parts, ...bytes])).joining).toEqual(run.state.joining)
        },
      ),
      runs(200),
    )
    const rare = [
      'invite already_invited',
      'cancel done',
      'join access_denied',
      'join already_requested',
      'accept done',
    ]
    expect(rare.filter((what) => (seen.get(what) ?? 0) < 3)).toEqual([])
  },
)

/** The model has no ids of its own: it gets that of a request that was made. */
function noteNew(naive: NaiveGame, result: unknown): void {
  const made = naive.asking.find(({ id }) => id === '')
  if (made) made.id = (result as Extract<Joined, { request: unknown }>).request.id
}

function expectSame(run: GameRun, naive: NaiveGame): void {
  const invited = run.execute(listInvitations, all, operator).result
  const asking = run.execute(listJoinRequests, all, operator).result
  if (isFault(invited) || isFault(asking)) throw new Error('a list is refused')
  expect(invited.data.map((each) => each.email)).toEqual(naive.invited)
  expect(asking.data.map(({ id, alias, email: address }) => ({ alias, email: address, id }))).toEqual(
    naive.asking.map(({ id, alias, email: address }) => ({ alias, email: address, id })),
  )
}

/** One came where the step lets one in, and one went where it takes one out. */
function expectPlayers(before: readonly string[], after: readonly string[], { act }: Step, result: unknown): void {
  const came = after.filter((id) => !before.includes(id))
  const lets =
    act === 'accept' || act === 'create' || (act === 'join' && !isFault(result) && 'player' in (result as Joined))
  expect(came).toHaveLength(lets && !isFault(result) ? 1 : 0)
  expect(before.length - after.length + came.length).toBe(act === 'delete' && before.length > 0 ? 1 : 0)
}
