import type { SignIn } from '../../auth/sign-in.ts'
import { faultBody, type Fault } from '../../game/kernel/fault.ts'
import type { AccessSetting } from '../../game/kernel/game-info.ts'
import { SIGN_IN_PATH } from '../../interface/addresses.ts'
import { html, type Html } from '../html.ts'
import { hiddenFields, type PlayerQuery } from './request.ts'

/** What a newcomer has entered, and why that was refused. */
export interface Newcomer {
  readonly alias: string
  readonly email: string
  readonly refused?: Fault
}

interface Invitation {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly email: string
}

/** The texts for a newcomer, by the access setting of the game. Spec 4.15 "Joining the game". */
const invitations: Readonly<Record<AccessSetting, Invitation>> = {
  PUBLIC: {
    title: 'New here?',
    lead: 'Choose a name and start playing.',
    button: 'Join the game',
    email: 'Optional.',
  },
  PROTECTED: {
    title: 'New here?',
    lead: 'The people who run this game review every request. With an invitation you join at once.',
    button: 'Ask to join',
    email: 'Only needed if you were invited.',
  },
  PRIVATE: {
    title: 'Have you been invited?',
    lead: 'You need an invitation to join this game.',
    button: 'Join by invitation',
    email: 'The address that was invited.',
  },
}

/** The field that marks the form of a newcomer, whatever other fields it has. */
export const NEWCOMER = 'newcomer'

/** Shows the form with which a newcomer joins a game. */
export function newcomerForm(
  request: SignIn,
  access: AccessSetting,
  { playerQuery, formToken, newcomer }: { playerQuery: PlayerQuery; formToken: string; newcomer: Newcomer },
): Html {
  const { title, lead, button, email } = invitations[access]
  const { byField, rest } = problemsIn(newcomer.refused)
  const [first] = byField.keys()
  const fieldOf = (name: 'alias' | 'email', more: Pick<Field, 'label' | 'hint' | 'attributes'>): Html =>
    field({ ...more, name, value: newcomer[name], problem: byField.get(name), focused: name === first })
  return html`<section aria-labelledby="newcomer">
    <h2 id="newcomer">${title}</h2>
    <p class="muted">${lead}</p>
    ${rest !== undefined && html`<p class="alert" role="alert">${rest}</p>`}
    <form class="newcomer" method="post" action="${SIGN_IN_PATH}">
      ${hiddenFields(request, playerQuery, formToken)}
      <input type="hidden" name="${NEWCOMER}" value="true" />
      ${fieldOf('alias', {
        label: 'Name',
        hint: 'As others will see it.',
        attributes: html` autocomplete="nickname" required`,
      })}
      ${fieldOf('email', {
        label: 'Email',
        hint: email,
        attributes: html` type="email" autocomplete="email"${access === 'PRIVATE' && html` required`}`,
      })}
      <button>${button}</button>
    </form>
  </section>`
}

interface Field {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly attributes: Html
  readonly value: string
  readonly problem: string | undefined
  /** Whether the field gets the focus. */
  readonly focused: boolean
}

function field({ name, label, hint, attributes, value, problem, focused }: Field): Html {
  const notes = `${name}-hint${problem === undefined ? '' : ` ${name}-problem`}`
  const wrong = problem !== undefined && html` aria-invalid="true"${focused && html` autofocus`}`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" aria-describedby="${notes}" ${attributes}${wrong} />
    <span class="muted" id="${name}-hint">${hint}</span>
    ${problem !== undefined && html`<span class="wrong" id="${name}-problem">${problem}</span>`}
  </div>`
}

/** Returns the problem of each field of the form, and any other problem. */
function problemsIn(refused: Fault | undefined): { byField: ReadonlyMap<string, string>; rest: string | undefined } {
  if (!refused) return { byField: new Map(), rest: undefined }
  const byField = new Map((refused.problems ?? []).map(({ path, message }) => [path, message]))
  return { byField, rest: byField.size === 0 ? faultBody(refused).error_description : undefined }
}
