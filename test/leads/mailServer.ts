import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'

type After = { after(fn: () => unknown): void }

export interface MailServer {
  port: number
  mails: { from: string; to: string[]; source: string }[]
  /** Replies by the beginning of a command, in place of success. */
  replies: Record<string, string>
  /** The names that were asked for by TLS. */
  names: string[]
}

export const account = { user: 'sales@example.com', password: 'secret-code-1234' }

/** Speaks SMTP over TLS, from the beginning or after STARTTLS, and knows one account. */
export async function mailServer(
  t: After,
  { cert, key }: { cert: Buffer; key: Buffer },
  { starttls, plain = false }: { starttls: boolean; plain?: boolean },
): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const mailServer: MailServer = { port: 0, mails: [], replies: {}, names: [] }
  const tls = {
    cert,
    key,
    SNICallback: (name: string, done: (error: null) => void) => {
      mailServer.names.push(name)
      done(null)
    },
  }
  const greet = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 mail.example ESMTP\r\n')
    converse(socket, !starttls)
  }

  function converse(socket: Socket, secure: boolean): void {
    let input = ''
    let mail = { from: '', to: [] as string[], source: '' }
    let inData = false
    const reply = (line: string): void => void socket.write(`${line}\r\n`)
    const run = (line: string): void => {
      const said = Object.entries(mailServer.replies).find(([command]) => line.startsWith(command))?.[1]
      if (said !== undefined) reply(said)
      else if (line.startsWith('EHLO')) {
        const upgrade = plain ? '' : '250-STARTTLS\r\n'
        reply(`250-mail.example\r\n${secure ? '250-AUTH PLAIN LOGIN\r\n' : upgrade}250 8BITMIME`)
      } else if (line === 'STARTTLS' && !plain) {
        reply('220 go ahead')
        socket.removeAllListeners('data')
        const upgraded = new TLSSocket(socket, { isServer: true, ...tls })
        upgraded.on('error', () => {})
        converse(upgraded, true)
      } else if (line.startsWith('AUTH PLAIN ')) {
        const [, user, password] = Buffer.from(line.slice(11), 'base64').toString().split('\0')
        reply(
          user === account.user && password === account.password
            ? '235 ok'
            : `535 Error: authentication failed for ${password}`,
        )
      } else if (line.startsWith('MAIL FROM:')) {
        mail = { from: line.slice(10), to: [], source: '' }
        reply('250 ok')
      } else if (line.startsWith('RCPT TO:')) {
        mail.to.push(line.slice(8))
        reply('250 ok')
      } else if (line === 'DATA') {
        inData = true
        reply('354 go on')
      } else reply(line === 'QUIT' ? '221 bye' : '500 unknown')
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      input += text
      if (inData && input.includes('\r\n.\r\n')) {
        mail.source = input.slice(0, input.indexOf('\r\n.\r\n'))
        mailServer.mails.push(mail)
        input = input.slice(mail.source.length + 5)
        inData = false
        reply(mailServer.replies['.'] ?? '250 queued')
      }
      while (!inData && input.includes('\r\n')) {
        const line = input.slice(0, input.indexOf('\r\n'))
        input = input.slice(line.length + 2)
        run(line)
      }
    })
  }

  const server = starttls ? createServer(greet) : createTlsServer(tls, greet)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  mailServer.port = (server.address() as AddressInfo).port
  return mailServer
}

/** The text of a mail, and its subject. */
export function read({ source }: { source: string }): { subject: string; text: string; headers: string } {
  const [headers = '', body = ''] = source.split(/\r\n\r\n([^]*)/)
  const unfolded = headers.replace(/\r\n\s+/g, ' ')
  const encoded = /^Subject: (.*)$/m.exec(unfolded)?.[1] ?? ''
  const subject = encoded
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, form, text) =>
      form === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(headers)
  return { headers: unfolded, subject, text: isBase64 ? Buffer.from(body, 'base64').toString() : body }
}
