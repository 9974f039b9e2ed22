import type { TestContext } from 'node:test'
import type { ChannelKind } from '../../contract/calls/channels.ts'
import type { SettableClock } from '../clock.ts'
import { admin, startProgram, startServer, type TestProgram, type TestServer } from '../server.ts'
import type { FakeService } from './fakeService.ts'

type Send = (path: string, body?: object) => Promise<Awaited<ReturnType<TestServer['post']>>>

type Services = Partial<Record<ChannelKind | 'baidu' | 'wechat', FakeService>>
interface Options {
  env?: Record<string, string>
  folder?: string
  now?: () => number
}

/** A server whose robots are these services, as an administrator uses it. */
export const siteWith = (t: TestContext, services: Services, options: Options = {}): Promise<Site> =>
  started(t, services, options, startServer)

/** The same as a program. */
export const programWith = (t: TestContext, services: Services, options: Options = {}): Promise<ProgramSite> =>
  started(t, services, options, startProgram)

async function started<Server extends TestServer>(
  t: TestContext,
  services: Services,
  { env = {}, ...options }: Options,
  start: (t: TestContext, options: Options) => Promise<Server>,
) {
  const origins = Object.fromEntries(
    Object.entries(services).map(([kind, { origin }]) => [`NOTIFY_${kind.toUpperCase()}_ORIGIN`, origin]),
  )
  const settings = { NOTIFY_PRIVATE: 'on', RATE_LIMIT: 'off', SITE_URL: 'https://www.example.com', ...origins, ...env }
  const server = await start(t, { env: settings, ...options })
  const headers = await server.signIn({ ...admin, remember: true })
  const call: Send = (path, body = {}) => server.post(`/v1/${path}`, body, { headers })
  let asked = 0
  return {
    server,
    call,
    async channel(fields: object): Promise<string> {
      const { code, msg, data } = await call('channel/save', { label: '渠道', on: true, ...fields })
      if (code !== 200) throw new Error(msg)
      return data.channelId
    },
    /** A question of somebody; its phone differs from all others. */
    async ask(name: string): Promise<void> {
      const phone = `138${String(++asked + Math.floor(Math.random() * 90_000_000)).padStart(8, '0')}`
      const { code, msg } = await server.post('/v1/inquiry/save', { topic: '报价', name, phone })
      if (code !== 200) throw new Error(msg)
    },
    /** Sets the clock, and has the outbox notice it at once instead of within 15 seconds. */
    async advance(clock: Pick<SettableClock, 'advance'>, ms: number): Promise<void> {
      clock.advance(ms)
      const { data } = await call('agent/list', { kind: 'all' })
      await call('agent/update', { agentId: data.data[0].agentId, note: `${ms}` })
    },
    /** By name, what its row says of the only channel. */
    async delivered(): Promise<Record<string, string | undefined>> {
      const { data } = await call('agent/list', { kind: 'all', limit: 9999 })
      type Row = { agentName: string; delivered?: { state: string }[] }
      return Object.fromEntries(data.data.map(({ agentName, delivered }: Row) => [agentName, delivered?.[0]?.state]))
    },
  }
}

export type Site = Awaited<ReturnType<typeof started<TestServer>>>
export type ProgramSite = Awaited<ReturnType<typeof started<TestProgram>>>
