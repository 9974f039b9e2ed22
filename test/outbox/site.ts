import type { TestContext } from 'node:test'
import type { ChannelKind } from '../../contract/channels.ts'
import type { SearchEngineName } from '../../contract/push.ts'
import type { settableClock } from '../clock.ts'
import { admin, startServer, type TestServer } from '../server.ts'
import type { FakeService } from './fakeService.ts'

type Send = (path: string, body?: object) => Promise<Awaited<ReturnType<TestServer['post']>>>

/** A server whose robots are these services, as an administrator uses it. */
export async function siteWith(
  t: TestContext,
  services: Partial<Record<ChannelKind | SearchEngineName | 'wechat', FakeService>>,
  { env = {}, folder }: { env?: Record<string, string>; folder?: string } = {},
) {
  const origins = Object.fromEntries(
    Object.entries(services).map(([kind, { origin }]) => [`NOTIFY_${kind.toUpperCase()}_ORIGIN`, origin]),
  )
  const settings = { NOTIFY_PRIVATE: 'on', RATE_LIMIT: 'off', SITE_URL: 'https://www.example.com', ...origins, ...env }
  const server = await startServer(t, { env: settings, ...(folder !== undefined && { folder }) })
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
    async advance(clock: ReturnType<typeof settableClock>, ms: number): Promise<void> {
      clock.advance(ms)
      const { data } = await call('agent/list')
      await call('agent/update', { agentId: data.data[0].agentId, note: `${ms}` })
    },
    /** By name, what its row says of the only channel. */
    async delivered(): Promise<Record<string, string | undefined>> {
      const { data } = await call('agent/list', { limit: 9999 })
      type Row = { agentName: string; delivered?: { state: string }[] }
      return Object.fromEntries(data.data.map(({ agentName, delivered }: Row) => [agentName, delivered?.[0]?.state]))
    },
  }
}

export type Site = Awaited<ReturnType<typeof siteWith>>
