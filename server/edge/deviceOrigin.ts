import { networkInterfaces } from 'node:os'

interface Own {
  siteUrl: string | undefined
  /** The address that the server listens on. */
  host: string
  port: number
  /** The server runs in a container. */
  isContained: boolean
}

type Interfaces = ReturnType<typeof networkInterfaces>

/** Of containers, virtual machines and tunnels: nothing else reaches their addresses. */
const virtual = /^(?:lo|docker|br-|veth|virbr|vbox|vmnet|vethernet|utun|tun|tap|wg|zt|tailscale)/i

/**
 * The origin by which another device reaches this server, for codes that a phone reads: SITE_URL, or the address in the local network where
 * HOST allows it. Undefined where only this machine reaches it, and in a container, which does not know the machine's address.
 */
export function deviceOrigin(
  { siteUrl, host, port, isContained }: Own,
  interfaces: () => Interfaces = networkInterfaces,
): string | undefined {
  if (siteUrl !== undefined) return siteUrl
  if (isContained) return undefined
  const address = ['0.0.0.0', '::'].includes(host) ? localAddress(interfaces()) : host
  const isUsable = address !== undefined && /^[\d.]+$/.test(address) && !address.startsWith('127.')
  return isUsable ? `http://${address}${port === 80 ? '' : `:${port}`}` : undefined
}

/** The ranges of home and office networks, the usual ones first. */
const privateRanges = [/^192\.168\./, /^10\./, /^172\.(?:1[6-9]|2\d|3[01])\./]

function localAddress(interfaces: Interfaces): string | undefined {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !virtual.test(name))
    .flatMap(([, all = []]) => all)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  for (const range of privateRanges) {
    const address = addresses.find((address) => range.test(address))
    if (address !== undefined) return address
  }
  return undefined
}
