import { BlockList, isIP } from 'node:net'

/** Networks that no public server has: this machine, its surroundings, and what is reserved (IANA's special-purpose registries). */
const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo and others, documentation, 6to4, documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
/** All public servers with IPv6. Forms of IPv4 addresses (mapped, NAT64), local addresses and multicast are outside. */
const publicNetworks = ['2000::/3']

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    list.addSubnet(address, Number(length), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
const privateList = listOf(privateNetworks)
const publicList = listOf(publicNetworks)

/** Whether an address is of the public internet, and so no way into the network of this server. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateList.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return publicList.check(address, 'ipv6') && !privateList.check(address, 'ipv6')
}
