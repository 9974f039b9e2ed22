import { truncate } from '../text/characters.ts'
/** A page that is drawn by the server for every search, so it needs no script. */
export const searchPage = '/search'

/** The longest word that is searched for, and how many hits a page has. */
export const maxWordLength = 40
export const hitsPerPage = 10

/** What is searched for at this address. */
export const wordOf = (query: URLSearchParams): string =>
  truncate((query.get('word') ?? '').replace(/\p{Cc}/gu, '').trim(), maxWordLength)
