import { fieldFailure } from '../failure.ts'

/** An address as written in a page, in full; undefined for what is no web address, such as javascript:. */
export function webAddress(written: string, base: string): string | undefined {
  const text = written.trim()
  if (text === '' || text.length > maxAddressLength || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return /^https?:$/.test(url.protocol) && url.href.length <= maxAddressLength ? url.href : undefined
}

/** The rich text keeps no longer ones. */
const maxAddressLength = 2_000

/** A site is on several hosts that differ in the name for phones, or for the web. */
export const siteOf = (address: string): string =>
  new URL(address).hostname.replace(/^(?:www|m|wap|mobile|3g)\.(?=.+\.)/, '')

/** An address as people type it: without the scheme, which is http since old sites have no other. */
export function typedAddress(typed: string): string {
  const text = typed.trim()
  const address = webAddress(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`, 'http://localhost')
  if (address === undefined) throw fieldFailure('address', '应为网址，例如 www.example.com')
  return address
}
