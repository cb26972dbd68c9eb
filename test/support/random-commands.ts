import fc from 'fast-check'
import { waitForBoards } from '../../src/emulator/transfer/whole-runtime.ts'
import { fixIssue, listIssues, upgradeDesign } from '../../src/game/design/deployment.ts'
import { setSeed } from '../../src/game/design/run.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { callRow, type RowCall } from './call-row.ts'
import { deployTo, type MemoryGame } from './memory-game.ts'
import { actionIds, customIds, itemNames, stateNames } from './random-design.ts'

const operator = { client: 'test' }

/** The players of random games; nobody ever creates the last. */
export const playerIds = ['neo', 'trinity', 'a1', 'nobody']

/** Something that is done to a game: a call, or what the emulator does by itself. */
export type Command =
  | { readonly kind: 'call'; readonly call: RowCall }
  | { readonly kind: 'revert'; readonly player: string; readonly picks: readonly number[] }
  | { readonly kind: 'join'; readonly newcomer: { readonly alias: string; readonly email?: string } }
  /** Answers one of the requests to join that there are. */
  | { readonly kind: 'answer'; readonly method: 'POST' | 'DELETE'; readonly pick: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'clock'; readonly change: { readonly advanceMs?: number; readonly frozen?: boolean } }
  | { readonly kind: 'deploy'; readonly which: number }
  | { readonly kind: 'fix'; readonly pick: number; readonly fix: string }
  | { readonly kind: 'upgrade' }
  /** Deploys with all issues fixed in one way. */
  | { readonly kind: 'migrate'; readonly which: number; readonly fix: string }
  | { readonly kind: 'seed'; readonly seed: string }

/** The one, but now and then the other. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: other })

const player = mostly(fc.constantFrom('neo', 'neo', 'neo', 'trinity'), fc.constantFrom(...playerIds))
const count = mostly(fc.constantFrom(1, 1, 1, 2, 3), fc.constantFrom(0, -1, 1.5, '2', 1_000_000, null))
const variables = mostly(
  fc.oneof(
    fc.record({ n: fc.nat(9) }),
    fc.constantFrom({}, { n: '5' }, JSON.parse('{"n":"7","__proto__":"2.5"}') as object),
  ),
  fc.constantFrom({ n: 'x' }, { n: null }),
)
const scopes = mostly(
  fc.constantFrom([], [{ id: 'a', entity_id: 'x' }]),
  fc.constant([{ id: 'a/b/c', entity_id: 'x' }]),
)

const amount = mostly(fc.constantFrom('1', '-2', '0.5', '20', '$scores.gold * 2'), fc.constantFrom('x', '1 / 0'))
const pointReward = fc.record({
  metric: mostly(fc.constantFrom('xp', 'gold'), fc.constant('total')).map((id) => ({ id, type: 'point' })),
  verb: fc.constantFrom('add', 'remove', 'set'),
  value: amount,
})
const itemReward = fc.record({
  metric: fc.constant({ id: 'badges', type: 'set' }),
  verb: fc.constantFrom('add', 'add', 'remove', 'set'),
  value: fc.tuple(fc.constantFrom(...itemNames), amount).map((pair): object => Object.fromEntries([pair])),
})
const stateReward = fc.record({
  metric: fc.constant({ id: 'rank', type: 'state' }),
  verb: fc.constant('set'),
  value: fc.constantFrom(...stateNames),
})
const scoreReward = fc.oneof(pointReward, itemReward, stateReward)

const email = fc.constantFrom('neo@example.com', 'Neo@Example.com', 'oracle@example.com')

const calls = {
  create: fc
    .record({ id: fc.constantFrom(...playerIds.slice(0, -1), '1x'), alias: fc.constantFrom('The One', 'Ünï') })
    .map((body) => ({ route: 'POST /v2/admin/players', body })),
  invite: fc
    .array(mostly(email, fc.constant('nobody')), { minLength: 1, maxLength: 2 })
    .map((emails) => ({ route: 'POST /v2/admin/invites', body: { emails } })),
  uninvite: email.map((address) => ({ route: 'DELETE /v2/admin/invites', query: { email: address } })),
  act: fc
    .record({
      as: player,
      to: mostly(fc.constantFrom(...actionIds), fc.constant('nothing')),
      body: fc.record({ count, variables, scopes, query: fc.boolean() }),
    })
    .map(({ as, to, body }) => ({
      route: 'POST /v2/runtime/actions/:action_id/play',
      params: { action_id: to },
      as,
      body,
    })),
  evaluate: fc
    .record({
      rule_id: mostly(fc.constantFrom(...customIds), fc.constant('nothing')),
      player_ids: fc.array(player, { maxLength: 3 }),
      variables,
    })
    .map(({ rule_id, ...element }) => ({
      route: 'POST /v2/admin/rules/:rule_id',
      params: { rule_id },
      body: { data: [element] },
    })),
  update: fc
    .record({ player_id: player, rewards: fc.array(scoreReward, { minLength: 1, maxLength: 2 }) })
    .map(({ player_id, rewards }) => ({
      route: 'PATCH /v2/admin/players/:player_id/scores',
      params: { player_id },
      body: { rewards },
    })),
  rename: fc
    .record({ as: player, alias: fc.constantFrom('neo', 'The One', '') })
    .map(({ as, alias }) => ({ route: 'PATCH /v2/runtime/player', as, body: { alias } })),
  manage: fc
    .record({
      player_id: player,
      route: fc.constantFrom(
        'PUT /v2/admin/players/:player_id/disable',
        'PUT /v2/admin/players/:player_id/enable',
        'PUT /v2/admin/players/:player_id/enable',
        'POST /v2/admin/players/:player_id/reset',
        'DELETE /v2/admin/players/:player_id',
      ),
    })
    .map(({ player_id, route }) => ({ route, params: { player_id } })),
}

const call = (of: fc.Arbitrary<RowCall>) => of.map((each): Command => ({ kind: 'call', call: each }))

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 20, arbitrary: call(calls.act) },
  { weight: 3, arbitrary: call(calls.create) },
  { weight: 3, arbitrary: call(calls.evaluate) },
  { weight: 3, arbitrary: call(calls.update) },
  { weight: 1, arbitrary: call(calls.rename) },
  { weight: 3, arbitrary: call(calls.manage) },
  { weight: 2, arbitrary: call(calls.invite) },
  { weight: 1, arbitrary: call(calls.uninvite) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      newcomer: fc.record(
        { alias: mostly(fc.constantFrom('neo', 'a1', 'Ünï 7', '007'), fc.constant('')), email },
        { requiredKeys: ['alias'] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      method: fc.constantFrom('POST', 'DELETE'),
      pick: fc.nat(3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('revert' as const),
      player,
      picks: mostly(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 2 }),
        fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 4 }),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 60_000, 3_600_000, 86_400_000, -5000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      change: fc.constantFrom({ advanceMs: 3_600_000 }, { frozen: true }, { frozen: false }, { advanceMs: -1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deploy' as const), which: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fix' as const),
      pick: fc.nat(3),
      fix: mostly(fc.constantFrom('drop', 'keep'), fc.constant('toString')),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'upgrade' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('migrate' as const),
      which: fc.nat(1),
      fix: fc.constantFrom('drop', 'drop', 'keep'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seed' as const), seed: fc.constantFrom('a', 'b') }) },
)

const born = (id: string): Command => ({ kind: 'call', call: { route: 'POST /v2/admin/players', body: { id } } })

/**
 * A history to be lived, in which two players are there from the beginning. Without fast-check's liking for the ends of
 * ranges, which would make most calls bad ones.
 */
export const randomCommands: fc.Arbitrary<readonly Command[]> = fc
  .noBias(fc.array(command, { minLength: 5, maxLength: 40, size: 'max' }))
  .map((commands): readonly Command[] => [born('neo'), born('trinity'), ...commands])

/** An event as an answer shows it. */
interface Shown {
  readonly id: string
  readonly actor: { readonly id: string }
}

/** The commands that compare the design with what is stored. */
const deploying: ReadonlySet<Command['kind']> = new Set(['deploy', 'fix', 'upgrade', 'migrate'])

/** Lets a game live through commands; remembers the plays that were answered, for reverts to choose among. */
export class Life {
  readonly game: MemoryGame
  readonly #plays: Shown[]

  constructor(game: MemoryGame, plays: readonly Shown[] = []) {
    this.game = game
    this.#plays = [...plays]
  }

  /** The same life, going on in another game. */
  resumed(game: MemoryGame): Life {
    return new Life(game, this.#plays)
  }

  /** Whether the game did it; otherwise it was refused. */
  async does(command: Command): Promise<boolean> {
    const { runtime, machine } = this.game
    // A design that removes a leaderboard tells its entries, and estimates them until the leaderboard is built.
    if (deploying.has(command.kind)) await waitForBoards(runtime)
    switch (command.kind) {
      case 'wait':
        machine.ms += command.ms
        return true
      case 'clock':
        return !isFault(await runtime.clock.change(command.change))
      case 'deploy':
        return !isFault(await deployTo(this.game, command.which))
      case 'fix':
        return this.#fixes(command)
      case 'upgrade':
        return !isFault(await runtime.execute(upgradeDesign, { label: 'v3' }, operator))
      case 'seed':
        return !isFault(await runtime.run(setSeed, { seed: command.seed }))
      case 'migrate':
        return this.#migrates(command)
      case 'revert':
        return this.#calls(this.#revertCall(command))
      case 'join':
        return !isFault(await runtime.people.join(command.newcomer))
      case 'answer':
        return this.#calls(this.#answerCall(command))
      case 'call':
        return this.#calls(command.call)
    }
  }

  async #calls(made: RowCall): Promise<boolean> {
    const answer = await callRow(this.game.runtime, made)
    if ('fault' in answer) return false
    if (made.route.endsWith('/play') || made.route.endsWith('/:rule_id'))
      this.#plays.push(...localEventsIn(answer.json))
    return true
  }

  /** One of the issues that there are, counted round and round. */
  async #fixes({ pick, fix }: Extract<Command, { kind: 'fix' }>): Promise<boolean> {
    const { runtime } = this.game
    const issues = await runtime.execute(listIssues, {}, operator)
    const issue = isFault(issues) ? undefined : issues[pick % issues.length]?.id
    return !isFault(await runtime.execute(fixIssue, { issue: issue ?? 'nothing', fix }, operator))
  }

  /** Counted round and round. */
  #answerCall({ method, pick }: Extract<Command, { kind: 'answer' }>): RowCall {
    const pending = [...this.game.runtime.state.joining.requests.keys()]
    const request_id = pending[pick % pending.length] ?? 'nothing'
    return { route: `${method} /v2/admin/requests/:request_id`, params: { request_id } }
  }

  async #migrates({ which, fix }: Extract<Command, { kind: 'migrate' }>): Promise<boolean> {
    const { runtime } = this.game
    const deployed = await deployTo(this.game, which)
    const issues = isFault(deployed) ? [] : deployed.issues
    for (const { id, is_resolved } of issues)
      if (!is_resolved) await runtime.execute(fixIssue, { issue: id, fix }, operator)
    return !isFault(await deployTo(this.game, which))
  }

  /** Plays counted back from the player's newest, round and round; -1 is the last of whomever. */
  #revertCall({ player, picks }: Extract<Command, { kind: 'revert' }>): RowCall {
    const own = this.#plays.filter(({ actor }) => actor.id === player)
    const picked = (pick: number) => (pick < 0 ? this.#plays.at(-1) : own.at(-1 - (pick % own.length)))
    const event_ids = picks.map((pick) => picked(pick)?.id ?? 'nothing')
    return { route: 'POST /v2/admin/players/:player_id/revert', params: { player_id: player }, body: { event_ids } }
  }
}

/** The events of the plays themselves, in the answer of a play or of a rule. */
function localEventsIn(json: string): Shown[] {
  const found: Shown[] = []
  JSON.parse(json, (key, value: unknown) => {
    if (key === 'local') found.push(...(value as Shown[]))
    return value
  })
  return found
}
