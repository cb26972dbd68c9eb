import { SIGN_IN_PATH } from '../../interface/addresses.ts'

/** Where a session of the page is ended. Spec 5.1. */
export const SIGN_OUT_PATH = '/logout'

/** The game's picture for the pages, which have no token to fetch it with. */
export const PICTURE_PATH = `${SIGN_IN_PATH}/picture`
