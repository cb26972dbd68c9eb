/**
 * What may wait for the reader of one stream, in characters of JSON: who lets more than this come together is dropped. One
 * notification more may come on top, however long it is.
 */
export const MAX_WAITING_CHARS = 256 * 1024
