import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'

interface Mail {
  /** The address that was checked, and the name on its certificate. */
  server: LookupAddress
  host: string
  port: number
  user: string
  password: string
  to: string[]
  subject: string
  text: string
  replyTo?: string
  /** A person has written it, whom programs may answer. */
  byHand?: boolean
  signal: AbortSignal
}

/** The codes of the replies to recipients that were refused. */
export type SendMail = (mail: Mail) => Promise<number[]>

/** Where TLS comes first; elsewhere STARTTLS does. 994 is NetEase's. */
const tlsPorts = [465, 994]
const timeoutMs = 15_000

/** In a bundle of its own. The sender is the account: providers refuse any other. */
export const sendMail: SendMail = async ({
  server,
  host,
  port,
  user,
  password,
  to,
  subject,
  text,
  replyTo,
  byHand,
  signal,
}) => {
  const isTls = tlsPorts.includes(port)
  const transport = createTransport({
    host: server.address,
    port,
    secure: isTls,
    requireTLS: !isTls,
    tls: isIP(host) ? {} : { servername: host },
    auth: { user, pass: password },
    forceAuth: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { rejectedErrors = [] } = await transport.sendMail({
    from: { name: '', address: user },
    to: to.map((address) => ({ name: '', address })),
    subject,
    text,
    textEncoding: 'base64',
    signal,
    ...(replyTo && { replyTo }),
    ...(!byHand && { headers: { 'Auto-Submitted': 'auto-generated' } }),
  })
  return rejectedErrors.map(({ responseCode = 0 }) => responseCode)
}
