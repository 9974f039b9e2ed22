import { BlockList, isIP } from 'node:net'
import { canonicalAddress } from '../networks.ts'

/** Whether what a peer of this address says of its visitors is believed. */
export type Trusts = (peer: string | undefined) => boolean

const loopbackAndPrivate = '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,::1,fc00::/7,fe80::/10'

/**
 * By the setting: 0 is nobody, 1 whoever connects from this machine or a private network, and else a list of addresses and networks
 * (CIDR); so a port left open to the world forges nothing. Undefined when an entry is neither.
 */
export function trustedProxies(setting: string): Trusts | undefined {
  if (setting === '0') return () => false
  const listed = new BlockList()
  for (const entry of (setting === '1' ? loopbackAndPrivate : setting).split(',')) if (!add(listed, entry.trim())) return undefined

  // Behind a proxy it is always the same few who connect.
  let last: string | undefined
  let trusted = false
  return (peer) => {
    if (!peer) return false
    if (peer !== last) {
      const address = canonicalAddress(peer)
      trusted = listed.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
      last = peer
    }
    return trusted
  }
}

function add(listed: BlockList, entry: string): boolean {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  const bits = version === 4 ? 32 : 128
  const prefix = Number(digits ?? bits)
  if (prefix > bits) return false
  listed.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  return true
}
