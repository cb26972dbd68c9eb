import type { Auth } from '../../auth/auth.ts'
import { isFault, type Fault, faultBody, statusOf } from '../../game/kernel/fault.ts'
import type { Answer } from '../answer.ts'
import type { Call, Endpoint } from '../call.ts'
import type { DefectLogger } from '../defect.ts'
import { foreignOrigin, isOfOwnPage } from '../origin-gate.ts'
import type { Fields } from '../query.ts'
import { runtimeOf } from '../runtime-choice.ts'
import type { ServedGame } from '../served-game.ts'
import { newcomerForms } from './newcomer-forms.ts'
import { noticePage, type Link } from './notice-page.ts'
import { addressOf, FORM_TOKEN, lookIn, readFields } from './request.ts'
import { sessionsOf } from './session.ts'
import { choose, showChoice, welcome, type Visit } from './visit.ts'

/** What the sign-in page is made from. */
export interface SignInParts {
  readonly game: ServedGame
  readonly auth: Auth
  /** Whether it is served over https. */
  readonly secure: boolean
  /** Tells of what fails beneath a page. */
  readonly faultFor: DefectLogger
}

/** What answers the page's calls, faults too with a page. */
export interface SignInPages {
  /** `GET /auth` */
  readonly show: Endpoint
  /** `POST /auth` */
  readonly take: Endpoint
  /** `GET /logout` */
  readonly end: Endpoint
}

/** The sign-in page of a game. Spec 5.1. */
export function signInPages(parts: SignInParts): SignInPages {
  const { game, auth, secure } = parts
  const sessions = sessionsOf(game.secret, secure)
  const newcomers: Visit['newcomers'] = newcomerForms()
  const ownForm = (call: Call): Fault | undefined =>
    isOfOwnPage(call, secure ? 'https' : 'http') ? undefined : foreignOrigin(call)
  const pages: SignInPages = {
    show(call) {
      const found = sessions.of(call)
      const opened = open(parts, readFields(call.search))
      if ('status' in opened) return opened
      const session = found ?? sessions.begin()
      const headers = found ? {} : { 'set-cookie': sessions.kept(call, session) }
      return showChoice({ ...opened, game, sessions, newcomers, session, call }, { headers })
    },
    async take(call) {
      const text = await call.body()
      if (isFault(text)) return faultPage(text)
      const fields = readFields(text)
      const session = sessions.of(call)
      if (!session || !sessions.isFormToken(session, fields[FORM_TOKEN] ?? '')) return outOfDatePage(auth, fields)
      const opened = open(parts, fields)
      if ('status' in opened) return opened
      const visit = { ...opened, game, sessions, newcomers, session, call }
      const { player_id: playerId } = fields
      return playerId === undefined ? welcome(visit) : choose(visit, playerId)
    },
    end: (call) => endedPage(auth, readFields(call.search), sessions.ended(call)),
  }
  return {
    show: withFaultPages(parts, foreignOrigin, pages.show),
    take: withFaultPages(parts, ownForm, pages.take),
    end: withFaultPages(parts, foreignOrigin, pages.end),
  }
}

/** The same endpoint for who is not refused, once the game is loaded; what fails then is told on a page as well. */
function withFaultPages(
  { game, faultFor }: SignInParts,
  refusalOf: (call: Call) => Fault | undefined,
  endpoint: Endpoint,
): Endpoint {
  return async (call) => {
    const refused = refusalOf(call)
    if (refused) return faultPage(refused)
    try {
      if (game.state === 'starting') await game.ready
      return await endpoint(call)
    } catch (error) {
      return faultPage(faultFor(error, call))
    }
  }
}

/** What a request asks for and the runtime that it is about; a page where that cannot be. */
function open({ game, auth }: SignInParts, fields: Fields): Answer | Pick<Visit, 'fields' | 'request' | 'runtime'> {
  const request = auth.signIn(fields)
  if ('refused' in request) return refusedPage(request.refused)
  const runtime = runtimeOf(game, request)
  return isFault(runtime) ? faultPage(runtime) : { fields, request, runtime }
}

function refusedPage(words: string): Answer {
  return noticePage({ status: 400, title: 'This app cannot sign you in', words })
}

/** For a form that is not of this browser's session, or older than it. */
function outOfDatePage(auth: Auth, fields: Fields): Answer {
  return noticePage({
    status: 403,
    title: 'This form is out of date',
    words: 'This form belongs to another browser session, so nothing happened. Signing in needs cookies.',
    link: wayBack(auth, fields),
  })
}

function endedPage(auth: Auth, fields: Fields, cookie: string): Answer {
  return noticePage({
    status: 200,
    title: 'You are signed out',
    words: 'This browser has forgotten which player you were. Apps that you already allowed keep their access.',
    link: wayBack(auth, fields),
    headers: { 'set-cookie': cookie },
  })
}

/** Where the page of a request is to be had anew, if it is one that can be granted. */
function wayBack(auth: Auth, fields: Fields): Link | undefined {
  const request = auth.signIn(fields)
  return 'refused' in request ? undefined : { address: addressOf(request, lookIn(fields)), words: 'Sign in' }
}

/** A fault on a page, with its own status. */
function faultPage(fault: Fault): Answer {
  const page = noticePage({ status: statusOf(fault), title: 'That did not work', words: wordsFor(fault) })
  return { ...page, error: fault.fault }
}

/** A player is told nothing of the machine's files. */
function wordsFor(fault: Fault): string {
  return fault.fault === 'storage_failed'
    ? 'The game cannot read or store what it needs. The operator can find details in its log.'
    : faultBody(fault).error_description
}
