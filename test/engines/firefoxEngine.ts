import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phoneAgent } from '../browser/browser.ts'
import { programPath } from '../programs.ts'
import { eventually } from '../eventually.ts'
import { type Engine, sizeOf, type WindowOptions } from './engine.ts'
import { webDriverWindow } from './webDriver.ts'

/** Firefox by Marionette, the protocol that it speaks itself: Debian has no geckodriver. */
export const firefox: Engine = {
  name: 'Firefox ESR',
  missing: programPath('firefox-esr') ? undefined : 'no firefox-esr was found',
  async open(options) {
    const profile = await mkdtemp(join(tmpdir(), 'zhuzhan-profile-'))
    await writeFile(join(profile, 'user.js'), preferences(options))
    const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile]
    const child = spawn('firefox-esr', args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
    const gone = once(child, 'exit')
    const marionette = connectTo(await portOf(profile))
    const close = async (): Promise<void> => {
      marionette.socket.destroy()
      child.kill()
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    }
    try {
      await marionette.send('WebDriver:NewSession', { capabilities: {} })
      await giveSize(marionette.send, options)
    } catch (cause) {
      await close()
      throw cause
    }
    return webDriverWindow(async ({ name }, body) => valueOf(await marionette.send(name, body)), close)
  },
}

/** Nothing but this machine can be reached: whatever is asked for elsewhere meets a port where nobody listens. */
function preferences({ phone, dark, motion }: WindowOptions): string {
  const values = {
    'marionette.port': 0,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': 9,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': 9,
    'ui.prefersReducedMotion': motion ? 0 : 1,
    'ui.useOverlayScrollbars': 1,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    'intl.accept_languages': 'zh-CN, zh',
    ...(phone && { 'general.useragent.override': phoneAgent }),
  }
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

/** Marionette picks a free port and writes it into the profile. */
async function portOf(profile: string): Promise<number> {
  let port = 0
  await eventually(async () => {
    port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''))
    return port > 0
  }, 'Firefox listens')
  return port
}

type Send = (name: string, parameters: Record<string, unknown>) => Promise<unknown>

/** A message is its length in bytes, a colon, and JSON: [0, id, command, parameters] there, [1, id, error, result] back. */
function connectTo(port: number): { socket: Socket; send: Send } {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (cause: Error) => void }>()
  let received = Buffer.alloc(0)
  let last = 0
  const failAll = (cause?: Error): void => {
    for (const { reject } of waiting.values()) reject(cause ?? new Error('Firefox closed the connection'))
    waiting.clear()
  }
  socket.on('error', failAll).on('close', () => failAll())
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (colon < 0 || received.length < end) return
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      // The first one is its greeting.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      const waiter = waiting.get(id)
      waiting.delete(id)
      if (error) waiter?.reject(new Error(error.message))
      else waiter?.resolve(result)
    }
  })
  const send: Send = (name, parameters) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      const message = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
  return { socket, send }
}

/** Its window cannot be narrower than 500 px, the page in it can. */
async function giveSize(send: Send, options: WindowOptions): Promise<void> {
  const { width, height } = sizeOf(options)
  await send('WebDriver:SetWindowRect', { width: Math.max(width, 600), height: height + 200 })
  await send('Marionette:SetContext', { value: 'chrome' })
  const script = `gBrowser.selectedBrowser.style.cssText = 'flex: none; width: ${width}px; height: ${height}px; min-height: ${height}px; max-height: ${height}px'`
  await send('WebDriver:ExecuteScript', { script, args: [] })
  await send('Marionette:SetContext', { value: 'content' })
}

function valueOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : result
}
