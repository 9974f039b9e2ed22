import type { call } from '../client/lib/call.ts'
import type { InputOf, OutputOf, ParsedOf } from '../contract/calls/calls.ts'
import type { Handlers } from '../server/call.ts'

// What must not compile. `npm run check`, which `npm test` begins with, fails when one of these lines does.
declare const handlers: Handlers
declare const make: typeof call

const { productList: _left, ...withoutOne } = handlers
// @ts-expect-error a call of the contract without its handler
export const incomplete: Handlers = withoutOne

// @ts-expect-error a handler that answers something else
export const wrong: Handlers['newsList'] = () => ({ rows: [] })

// @ts-expect-error a call that does not exist
void make('productErase', {})
// @ts-expect-error a call without a field that it needs
void make('newsDetail', {})
// @ts-expect-error a field of another type
void make('login', { username: 'a', password: 7 })
// @ts-expect-error a section that does not exist
export const nowhere: InputOf<'siteUpdate'> = { aboutSections: [{ name: 'moon', on: true }] }

export const page: ParsedOf<'newsList'>['page'] = 1
export const title = (news: OutputOf<'newsDetail'>): string => news.newTitle
