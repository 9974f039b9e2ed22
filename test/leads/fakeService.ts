import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type After = { after(fn: () => unknown): void }

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
type Reply = (res: ServerResponse, request: Received) => unknown

export interface FakeService {
  origin: string
  received: Received[]
  /** The texts that a robot was sent. */
  texts(): string[]
  /** How it replies from now on. */
  reply: Reply
}

export const robotAddresses = {
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7aaa-4bc4-97a0-0ec2sifa5aaa',
  dingtalk: `https://oapi.dingtalk.com/robot/send?access_token=${'5f'.repeat(32)}`,
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/aabbccdd-1234-5678-9abc-def012345678',
} as const

/** Replies like the service whose path was asked for. */
export const succeed: Reply = (res, { path }) => {
  if (/^\/(cgi-bin|robot)\//.test(path))
    res.setHeader('Content-Type', 'application/json').end('{"errcode":0,"errmsg":"ok"}')
  else if (path.startsWith('/open-apis/'))
    res.setHeader('Content-Type', 'application/json').end('{"code":0,"msg":"success","data":{}}')
  else res.writeHead(204).end()
}
export const json =
  (body: object, status = 200, headers: Record<string, string> = {}): Reply =>
  (res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
export const html =
  (status: number): Reply =>
  (res) =>
    void res.writeHead(status, { 'Content-Type': 'text/html' }).end('<html><body>502 Bad Gateway</body></html>')

/** A service of somebody else, on this machine. */
export async function fakeService(t: After, reply: Reply = succeed): Promise<FakeService> {
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const part of req.setEncoding('utf8')) body += part
    const request = { path: req.url ?? '', headers: req.headers, body }
    service.received.push(request)
    await service.reply(res, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const service: FakeService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    texts: () =>
      service.received.map(({ body }) => {
        const { text, content = text } = JSON.parse(body)
        return content.content ?? content.text
      }),
    reply,
  }
  return service
}
