/** A network of an address, for throttles. IPv6 addresses are not counted themselves: one household has 2^64 of them. */
interface Network {
  size: NetworkSize
  key: string
}
/** IPv4: the address and its /24. IPv6: what a household, a larger customer and a site are assigned. */
export type NetworkSize = 'address' | '/24' | '/64' | '/56' | '/48'

/** The canonical form: IPv4 with dots, IPv6 as eight groups. */
export function canonicalAddress(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return groups.map((group) => group.toString(16)).join(':')
}

/** The networks of a canonical address, the narrowest first. */
export function networksOf(address: string): Network[] {
  if (!address.includes(':')) {
    const sender: Network = { size: 'address', key: address }
    const parts = address.split('.')
    return parts.length === 4 ? [sender, { size: '/24', key: `${parts.slice(0, 3).join('.')}.0/24` }] : [sender]
  }
  const groups = address.split(':')
  const third = groups.slice(0, 3).join(':')
  const fourth = parseInt(groups[3] ?? '0', 16)
  return [
    { size: '/64', key: `${third}:${fourth.toString(16)}::/64` },
    { size: '/56', key: `${third}:${(fourth & 0xff00).toString(16)}::/56` },
    { size: '/48', key: `${third}::/48` },
  ]
}

/** Senders in the same one may be one person. */
export const widestNetwork = (address: string): string => networksOf(address).at(-1)?.key ?? address

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address
    .replace(/%.*$/, '')
    .replace(
      /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
      (_, a, b, c, d) => `${((+a << 8) | +b).toString(16)}:${((+c << 8) | +d).toString(16)}`,
    )
  const [head = '', tail] = hex.split('::')
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
}
