import { isIP } from 'node:net'
import { checkServerIdentity, connect } from 'node:tls'
import { dayMs, hourMs } from '../../contract/text/durations.ts'

const timeoutMs = 10_000

/**
 * Returns a function that returns when the site's certificate ends; undefined while that is not known, and for a site without one. It is
 * looked at as a visitor gets it, once a day, or each hour until it is known, an hour after the start at first. Nobody waits for that: the
 * next caller gets what is found. A server that cannot reach its own address, behind some routers, knows no end, which is reported once.
 */
export function createCertificateEnd(siteUrl: string | undefined, now: () => number, report: (cause: unknown) => void) {
  const url = siteUrl?.startsWith('https:') ? new URL(siteUrl) : undefined
  let end: number | undefined
  // At the start the proxy may not be there.
  let askedAt = now()
  let isReported = false
  const failed = (cause: unknown): void => {
    if (!isReported) report(cause)
    isReported = true
  }
  return (): number | undefined => {
    if (url && Math.abs(now() - askedAt) >= (end === undefined ? hourMs : dayMs)) {
      askedAt = now()
      endOfCertificate(url).then((found) => (end = found), failed)
    }
    return end
  }
}

/** When the certificate ends that a visitor of the address gets. */
export function endOfCertificate({ hostname, port }: URL): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // One that has ended is read, too. Nothing is sent.
    const socket = connect(
      { host, port: Number(port || 443), rejectUnauthorized: false, ...(!isIP(host) && { servername: host }) },
      () => {
        const certificate = socket.getPeerCertificate()
        socket.destroy()
        // A router, for example, may answer with its own.
        const other = checkServerIdentity(host, certificate)
        if (other) reject(other)
        else resolve(Date.parse(certificate.valid_to))
      },
    )
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timeout')))
    socket.on('error', reject)
  })
}
