import { createHash } from 'node:crypto'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { sentAddress } from '../../contract/calls/redirects.ts'
import { whatIsAt } from './addressBook.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { pagedKind } from '../store/shown.ts'
import type { RedirectRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** Where a visitor is led. */
export interface Led {
  to: string
  /** The page that was asked for may be there again: it is closed, a draft or in the trash. */
  mayReturn: boolean
}

/** More redirects than this behind each other are a mistake. */
const maxSteps = 10

export type RedirectLookup = ReturnType<typeof createRedirectLookup>

/** Finds what leads on from an address, and whether a page is there, which comes first. */
export function createRedirectLookup({ store, site }: { store: Store; site: () => CurrentSite }) {
  const { redirect } = store
  /** The beginnings of addresses, without the star. */
  const prefixes = new Map<string, RedirectRecord>()
  let prefixLengths: readonly number[] = []

  const follow = (record: RedirectRecord | undefined, before: RedirectRecord | undefined): void => {
    const { from } = record ?? before ?? { from: '' }
    if (!from.endsWith('*')) return
    if (record) prefixes.set(from.slice(0, -1), record)
    else prefixes.delete(from.slice(0, -1))
    prefixLengths = [...new Set(Array.from(prefixes.keys(), (each) => each.length))].sort((a, b) => b - a)
  }
  for (const record of redirect.all()) follow(record, undefined)
  redirect.watch('redirects', ({ record, before }) => follow(record, before))

  const exactly = (address: string): RedirectRecord | undefined => redirect.get(redirectId(address))
  /** The longest beginning counts. */
  const byBeginning = (address: string): RedirectRecord | undefined => {
    for (const length of prefixLengths) {
      const record = length <= address.length ? prefixes.get(address.slice(0, length)) : undefined
      if (record) return record
    }
    return undefined
  }
  const placeAt = (address: string) => whatIsAt({ store, site: site() }, address)
  /** Whether the page of a draft, or of what is in the trash, was or will be there. */
  const isKept = (address: string): boolean => {
    const { pathname, searchParams } = new URL(address, 'http://this.site')
    return pagedKinds.some((kind) => {
      const { id: idName, page } = pagedKind(kind)
      const [drafts, trash] = [store.drafts[kind], store.trash[kind]]
      const isThere = (id: string, record: object | undefined): boolean =>
        record !== undefined && sentAddress(page.address(id, { createDate: '', ...record })) === address
      if (!page.route.endsWith('*')) {
        const id = searchParams.get(idName) ?? ''
        return pathname === page.route && (drafts.get(id) ?? trash.get(id)) !== undefined
      }
      return (
        drafts.all().some(({ id, fields }) => isThere(id, fields)) ||
        trash.all().some(({ id, record, draft }) => isThere(id, record ?? draft?.fields))
      )
    })
  }
  const mayReturn = (address: string): boolean => {
    const { is, on } = placeAt(address)
    return is === 'nothing' ? isKept(address) : !on
  }
  return {
    exactly,
    byBeginning,
    placeAt,
    isPage(address: string): boolean {
      const place = placeAt(address)
      return place.on && place.address === address
    },
    /** Where somebody arrives at last: a page that was moved twice is one step away. */
    arrival(asked: string, { to: first }: RedirectRecord): Led | undefined {
      const led = { to: first, mayReturn: mayReturn(asked) }
      for (let step = 0; step < maxSteps; step++) {
        if (placeAt(led.to).on) return led
        const next = exactly(led.to) ?? byBeginning(led.to)
        if (!next) return undefined
        led.mayReturn ||= mayReturn(led.to)
        led.to = next.to
      }
      return undefined
    },
  }
}

/** Any address is too long or has signs that a file's name may not have. */
export const redirectId = (from: string): string => createHash('sha256').update(from).digest('base64url').slice(0, 27)
