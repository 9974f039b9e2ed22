import { BlockList, isIP } from 'node:net'
import { canonicalAddress } from './networks.ts'

/** Whether to trust the X-Forwarded headers of a peer with this address. */
export type Trusts = (peer: string | undefined) => boolean

const loopbackAndPrivate = '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,::1,fc00::/7,fe80::/10'

/**
 * Parses the setting: 0 trusts nobody, 1 this machine and private networks (so a port open to the world allows no forgery), anything
 * else is a list of addresses and networks (CIDR). Undefined when an entry is invalid.
 */
export function trustedProxies(setting: string): Trusts | undefined {
  if (setting === '0') return () => false
  const trustedPeers = new BlockList()
  for (const entry of (setting === '1' ? loopbackAndPrivate : setting).split(','))
    if (!add(trustedPeers, entry.trim())) return undefined

  // Behind a proxy nearly all connections come from the same peer.
  let last: string | undefined
  let trusted = false
  return (peer) => {
    if (!peer) return false
    if (peer !== last) {
      const address = canonicalAddress(peer)
      trusted = trustedPeers.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
      last = peer
    }
    return trusted
  }
}

function add(list: BlockList, entry: string): boolean {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  const bits = version === 4 ? 32 : 128
  const prefix = Number(digits ?? bits)
  if (prefix > bits) return false
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  return true
}
