import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './publicAddress.ts'

/** What the server may connect to where somebody else has chosen the address. */
export interface Outside {
  /** The addresses of a host's name. */
  resolve(host: string): Promise<readonly LookupAddress[]>
  /** `port` is '' for the default one. */
  allows(address: string, port: string): boolean
}

/** The resolver of the system would take the threads that files are read with, and knows the names of the network around the server. */
export const internet: Outside = {
  async resolve(host) {
    if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }]
    const resolver = new Resolver({ timeout: 4_000, tries: 2 })
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = (result: typeof four, family: 4 | 6): LookupAddress[] =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
    return [...found(four, 4), ...found(six, 6)]
  },
  allows: (address) => isPublicAddress(address),
}

/** Allows only what browsers open without naming a port. */
export const webSites: Outside = { ...internet, allows: (address, port) => port === '' && isPublicAddress(address) }

/** Everything that this machine reaches, by the names that it knows; IPv4 first, which every machine has. */
export const everywhere: Outside = {
  resolve: (host) => lookup(host, { all: true, verbatim: false }),
  allows: () => true,
}

type Addresses = readonly [LookupAddress, ...LookupAddress[]]

/** None of them is connected to. */
export class NotAllowed extends Error {}
export class NotResolved extends Error {}

/**
 * The addresses of a host, all of which are allowed. Connect to these: a name that is resolved again may have others by
 * then, and a literal address is not resolved at all.
 */
export async function allowedAddresses(
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  outside: Outside,
  signal: AbortSignal,
): Promise<Addresses> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const [first, ...others] =
    family === 0 ? await untilAborted(outside.resolve(host), signal) : [{ address: host, family }]
  if (!first) throw new NotResolved(host)
  if (![first, ...others].every(({ address }) => outside.allows(address, port))) throw new NotAllowed(host)
  return [first, ...others]
}

/** Returns what node:http and node:https accept as `lookup`. */
export const lookupIn =
  ([first, ...others]: Addresses): LookupFunction =>
  (_host, { all }, done) =>
    all ? done(null, [first, ...others]) : done(null, first.address, first.family)

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])
