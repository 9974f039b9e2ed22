import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../eventually.ts'
import { filesOnly, newFolder } from '../../server.ts'
import { fakeService, robotAddresses, succeed } from '../../leads/fakeService.ts'
import { type ProgramSite, programWith } from '../../leads/site.ts'

/** A server on the folder, whose writer is killed before a change of files. */
async function open(
  t: TestContext,
  services: Parameters<typeof programWith>[1],
  folder: string,
  killAt?: string,
): Promise<ProgramSite> {
  const preload = fileURLToPath(new URL('../../records/killWriter.cjs', import.meta.url))
  return programWith(t, services, {
    folder,
    env: killAt === undefined ? {} : { KILL_AT: killAt, NODE_OPTIONS: `--require ${preload}` },
  })
}

/** Its end is wanted here, and not to be reported. */
function ending({ server: { process } }: ProgramSite): Promise<unknown> {
  const report = process.listeners('exit').at(-1)
  if (report) process.off('exit', report as () => void)
  return new Promise((resolve) => process.once('exit', resolve))
}

const name = '张三'
const states = async ({ call }: ProgramSite): Promise<string[]> => {
  const { data } = await call('agent/list', { kind: 'all' })
  return (data.data[0]?.delivered ?? []).map(({ state }: { state: string }) => state)
}

/** Asks, is killed on the way, and starts again: what was stored is delivered by both channels, at most twice. */
async function killedOnTheWay(
  t: TestContext,
  template: string,
  kill: (site: ProgramSite, home: string, gone: Promise<unknown>) => Promise<boolean>,
) {
  const [wecom, hook] = await Promise.all([fakeService(t), fakeService(t)])
  const home = join(newFolder(t), 'home')
  await cp(template, home, { recursive: true })
  const site = await open(t, { wecom }, home, join(home, 'killAt'))
  // A copied folder asks which of the two is the real one.
  await site.call('machine/keep', {})
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await site.channel({ kind: 'webhook', address: hook.origin })
  const services = [wecom, hook]
  const gone = ending(site)
  hooks.set(site, services)
  const wasKilled = await kill(site, home, gone)
  const before = services.map(({ received }) => received.length)
  for (const service of services) service.reply = succeed

  const again = await open(t, { wecom }, home)
  const {
    data: { count },
  } = await again.call('agent/list', { kind: 'all' })
  if (count === 1) await eventually(async () => (await states(again)).join() === 'sent,sent', 'both are marked')
  const received = services.map((service) => service.received.length)
  assert.ok(
    received.every((times) => (count === 1 ? times === 1 || times === 2 : times === 0)),
    `${count} stored, sent ${received}`,
  )
  assert.ok(!existsSync(join(home, 'data', 'quarantine')))
  assert.equal(again.server.output().stderr, '')
  await again.server.stop()
  assert.deepEqual(
    services.map((service) => service.received.length),
    received,
    'nothing is sent again',
  )
  return { wasKilled, count, before, received }
}
const hooks = new WeakMap<ProgramSite, Awaited<ReturnType<typeof fakeService>>[]>()

async function newTemplate(t: TestContext): Promise<string> {
  const template = newFolder(t)
  await (await open(t, {}, template)).server.stop()
  return template
}

test('a server that is killed between any two changes of files sends it once or twice', filesOnly, async (t) => {
  const template = await newTemplate(t)
  const outcomes: Record<string, number> = {}
  for (let n = 1; ; n++) {
    const { wasKilled, count, before, received } = await killedOnTheWay(t, template, async (site, home, gone) => {
      writeFileSync(join(home, 'killAt'), String(n))
      const isGone = gone.then(() => true)
      await site.ask(name).catch((error: unknown) => assert.ok(error instanceof TypeError, String(error)))
      const isDone = eventually(async () => (await states(site)).join() === 'sent,sent', 'both are marked').then(
        () => false,
        () => isGone,
      )
      const wasKilled = await Promise.race([isGone, isDone])
      if (!wasKilled) site.server.process.kill('SIGKILL')
      await gone
      return wasKilled
    })
    const outcome = `${count} stored, ${before} before, ${received} in all`
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (!wasKilled) break
  }
  t.diagnostic(JSON.stringify(outcomes))
  const seen = Object.keys(outcomes).join('\n')
  for (const outcome of [/^0 stored/, /^1 stored, 0,0/, /2/])
    assert.match(seen, new RegExp(outcome, 'm'), 'each of these was seen')
})

test('a server that is killed while a service has the request sends it twice at most', filesOnly, async (t) => {
  const template = await newTemplate(t)
  for (const moment of ['before the reply', 'after the reply']) {
    const { received } = await killedOnTheWay(t, template, async (site, _home, gone) => {
      const [wecom = assert.fail(), hook = assert.fail()] = hooks.get(site) ?? []
      hook.reply = () => {}
      wecom.reply = (res, request) => {
        if (moment === 'before the reply') site.server.process.kill('SIGKILL')
        else {
          succeed(res, request)
          res.on('finish', () => site.server.process.kill('SIGKILL'))
        }
      }
      await site.ask(name).catch((error: unknown) => assert.ok(error instanceof TypeError, String(error)))
      await gone
      return true
    })
    assert.ok((received[0] ?? 0) >= 1, moment)
  }
})
