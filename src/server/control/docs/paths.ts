import { CONTROL_PATH } from '../control-endpoint.ts'

/** Where the reference stands. Spec 6.6. */
export const DOCS_PATH = `${CONTROL_PATH}/docs`

/** Where its page gets the library that shows it. */
export const LIBRARY_PATH = `${DOCS_PATH}/redoc.js`

/** Where its page gets what it runs. */
export const SCRIPT_PATH = `${DOCS_PATH}/page.js`
