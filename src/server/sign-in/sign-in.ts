import type { Auth } from '../../auth/auth.ts'
import { isFault, type Fault, faultBody, statusOf } from '../../game/kernel/fault.ts'
import type { Answer } from '../answer.ts'
import type { Call, Endpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { foreignOrigin, isOfOwnPage } from '../gates.ts'
import type { Fields } from '../query.ts'
import { runtimeOf } from '../served-game.ts'
import { newcomerForms } from './newcomer-forms.ts'
import { noticePage, type Link } from './page.ts'
import { addressOf, FORM_TOKEN, playerQueryIn, readFields } from './request.ts'
import { sessionsOf } from './session.ts'
import { choose, showChoice, welcome, type Visit } from './visit.ts'

/** The endpoints of the sign-in page. They answer faults with a page as well. */
export interface SignInPages {
  /** `GET /auth` */
  readonly show: Endpoint
  /** `POST /auth` */
  readonly take: Endpoint
  /** `GET /logout` */
  readonly end: Endpoint
}

/** Creates the sign-in page of a game. Spec 5.1. */
export function signInPages(context: ServerContext): SignInPages {
  const { game, auth, secure } = context
  const sessions = sessionsOf(game.secret, secure)
  const newcomers: Visit['newcomers'] = newcomerForms()
  const ownForm = (call: Call): Fault | undefined =>
    isOfOwnPage(call, secure ? 'https' : 'http') ? undefined : foreignOrigin(call)
  const pages: SignInPages = {
    show(call) {
      const found = sessions.of(call)
      const opened = open(context, readFields(call.search))
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
      const opened = open(context, fields)
      if ('status' in opened) return opened
      const visit = { ...opened, game, sessions, newcomers, session, call }
      const { player_id: playerId } = fields
      return playerId === undefined ? welcome(visit) : choose(visit, playerId)
    },
    end: (call) => endedPage(auth, readFields(call.search), sessions.ended(call)),
  }
  return {
    show: answerWithPages(context, foreignOrigin, pages.show),
    take: answerWithPages(context, ownForm, pages.take),
    end: answerWithPages(context, foreignOrigin, pages.end),
  }
}

/** Answers refused calls and errors with a page, and waits until the game is loaded. */
function answerWithPages(
  { game, faultFor }: ServerContext,
  refusalOf: (call: Call) => Fault | undefined,
  endpoint: Endpoint,
): Endpoint {
  return async (call) => {
    const refused = refusalOf(call)
    if (refused) return faultPage(refused)
    try {
      if (game.loading === 'starting') await game.ready
      return await endpoint(call)
    } catch (error) {
      return faultPage(faultFor(error, call))
    }
  }
}

/** Returns what a request asks for and its runtime, or a page that says why it cannot be granted. */
function open({ game, auth }: ServerContext, fields: Fields): Answer | Pick<Visit, 'fields' | 'request' | 'runtime'> {
  const request = auth.signIn(fields)
  if ('refused' in request) return refusedPage(request.refused)
  const runtime = runtimeOf(game, request.client)
  return isFault(runtime) ? faultPage(runtime) : { fields, request, runtime }
}

function refusedPage(words: string): Answer {
  return noticePage({ status: 400, title: 'This app cannot sign you in', words })
}

/** Answers a form that belongs to another browser session, or that is older than the session. */
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

/** Returns a link to the page of a request, if the request can be granted. */
function wayBack(auth: Auth, fields: Fields): Link | undefined {
  const request = auth.signIn(fields)
  return 'refused' in request ? undefined : { address: addressOf(request, playerQueryIn(fields)), words: 'Sign in' }
}

/** Shows a fault on a page, with the status of the fault. */
function faultPage(fault: Fault): Answer {
  const page = noticePage({ status: statusOf(fault), title: 'That did not work', words: wordsFor(fault) })
  return { ...page, error: fault.fault }
}

/** Returns the text of a fault. It does not name files of the machine to players. */
function wordsFor(fault: Fault): string {
  return fault.fault === 'storage_failed'
    ? 'The game cannot read or store what it needs. The operator can find details in its log.'
    : faultBody(fault).error_description
}
