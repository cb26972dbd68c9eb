import { anId, coins, from, newPlayer, NOON, rank, scenarios, worth, xp } from './scenario.ts'

const given = [newPlayer('neo'), newPlayer('trinity')]
const gift = (id: string, before: number, amount: number, note: string) => ({
  event: 'custom_rule',
  actor: { id, alias: id },
  rule: { id: 'welcome', name: 'Welcome', vars: { gift: amount, note } },
  changes: [from(String(before), coins, String(before + amount)), from(String(before), worth, String(before + amount))],
})
const shown = (event: object) => ({ ...event, id: anId, timestamp: NOON })
const result = (player_id: string, event: object) => ({ player_id, events: { local: [shown(event)], global: [] } })

const inOrder = {
  ask: {
    body: {
      data: [
        { player_ids: ['neo', 'trinity'], variables: { gift: 5 } },
        { player_ids: ['neo'], variables: { gift: '-2', note: 'back' } },
      ],
    },
  },
  body: [
    [result('neo', gift('neo', 3, 5, 'hello')), result('trinity', gift('trinity', 3, 5, 'hello'))],
    [result('neo', gift('neo', 8, -2, 'back'))],
  ],
}

const scope = { id: 'best/today', entity_id: 'neo' }
const withScopes = {
  ask: {
    body: {
      scopes: [scope],
      data: [
        { player_ids: ['neo'], variables: { gift: 1 } },
        { player_ids: ['trinity'], variables: { gift: 1 }, scopes: [] },
      ],
    },
  },
  body: [[result('neo', gift('neo', 3, 1, 'hello'))], [result('trinity', gift('trinity', 3, 1, 'hello'))]],
}

const ratio = {
  event: 'custom_rule',
  actor: { id: 'neo', alias: 'neo' },
  rule: { id: 'ratio', name: 'Ratio', vars: { by: 3 } },
  changes: [from(null, xp, `3.${'3'.repeat(33)}`), from('3', worth, `9.${'6'.repeat(33)}`)],
}
const leveled = {
  event: 'level',
  actor: { id: 'neo', alias: 'neo' },
  rule: { id: 'ladder' },
  changes: [from(null, rank, 'Novice')],
}
const divided = {
  ask: { body: { data: [{ player_ids: ['neo'], variables: { by: 3 } }] } },
  body: [[{ player_id: 'neo', events: { local: [shown(ratio)], global: [shown(leveled)] } }]],
}

scenarios([
  {
    name: 'the custom rules are listed, and no others',
    v2: {
      call: 'GET /v2/admin/rules',
      body: [
        { id: 'ratio', name: 'Ratio', type: 'custom', variables: [{ name: 'by', type: 'int', required: true }] },
        {
          id: 'welcome',
          name: 'Welcome',
          type: 'custom',
          variables: [
            { name: 'gift', type: 'int', required: true },
            { name: 'note', type: 'string', required: false, default: 'hello' },
          ],
        },
      ],
    },
    v1: {
      call: 'GET /v1/game/rule',
      body: [
        { id: 'ratio', name: 'Ratio', type: 'custom', variables: [{ name: 'by', type: 'int' }] },
        {
          id: 'welcome',
          name: 'Welcome',
          type: 'custom',
          variables: [
            { name: 'gift', type: 'int' },
            { name: 'note', type: 'string' },
          ],
        },
      ],
    },
    events: [],
  },
  {
    name: 'a rule is evaluated for players in the order of the data, each element upon the one before',
    given,
    v2: { call: 'POST /v2/admin/rules/welcome', ...inOrder },
    v1: { call: 'POST /v1/game/rule/welcome', ...inOrder },
    events: [gift('neo', 3, 5, 'hello'), gift('trinity', 3, 5, 'hello'), gift('neo', 8, -2, 'back')],
  },
  {
    name: 'scopes within an element win over those beside the data',
    given,
    v2: { call: 'POST /v2/admin/rules/welcome', ...withScopes },
    v1: { call: 'POST /v1/game/rule/welcome', ...withScopes },
    events: [{ ...gift('neo', 3, 1, 'hello'), engine: { scopes: [scope] } }, gift('trinity', 3, 1, 'hello')],
  },
  {
    name: 'what follows from a rule is global, and the player its actor',
    given,
    v2: { call: 'POST /v2/admin/rules/ratio', ...divided },
    v1: { call: 'POST /v1/game/rule/ratio', ...divided },
    events: [ratio, leveled],
  },
  {
    name: 'nobody to evaluate for is no error, and nothing',
    given,
    v2: {
      call: 'POST /v2/admin/rules/welcome',
      ask: { body: { data: [{ player_ids: [], variables: { gift: 1 } }] } },
      body: [[]],
    },
    v1: { call: 'POST /v1/game/rule/welcome', ask: { body: { data: [] } }, body: [] },
    events: [],
  },
])
