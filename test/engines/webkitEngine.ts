import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { phoneAgent } from '../browser/browser.ts'
import { freePort, programPath } from '../programs.ts'
import { eventually } from '../eventually.ts'
import { type Engine, type EngineWindow, HungError, sizeOf, type WindowOptions } from './engine.ts'
import { type Command, webDriverWindow } from './webDriver.ts'

/** The longest that a page takes is some seconds, on a busy machine. */
const hungAfterMs = 60_000

/** The virtual screen; larger than any window. */
const screen = '2000x1200x24'

/** WebKitGTK's MiniBrowser, through its WebDriver, on a screen in memory. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  missing: ['WebKitWebDriver', 'Xvfb'].every(programPath) ? undefined : 'no WebKitWebDriver or no Xvfb was found',
  async open(options) {
    const window: EngineWindow = {
      ...(await opened(options)),
      async renew() {
        await window.close()
        Object.assign(window, await opened(options))
      },
    }
    return window
  },
}

async function opened(options: WindowOptions): Promise<EngineWindow> {
  const home = await mkdtemp(join(tmpdir(), 'zhuzhan-profile-'))
  await writeSettings(home, options)
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(xvfb.stdio[3] as Readable, 'data')
  const env = {
    ...process.env,
    DISPLAY: `:${String(display).trim()}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    LANG: 'C.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  let session = ''
  const close = async (): Promise<void> => {
    // One that hangs does not answer this either.
    if (session) await fetch(session, { method: 'DELETE', signal: AbortSignal.timeout(5000) }).catch(() => {})
    await Promise.all([driver, xvfb].map(end))
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await listening(address)
    const { sessionId } = (await send('POST', `${address}/session`, {
      capabilities: { alwaysMatch: capabilities(options) },
    })) as { sessionId: string }
    session = `${address}/session/${sessionId}`
    await send('POST', `${session}/window/rect`, { x: 0, y: 0, ...sizeOf(options) })
  } catch (cause) {
    await close()
    throw cause
  }
  return webDriverWindow(
    ({ method, path }: Command, body, element) => send(method, session + path(element), body),
    close,
  )
}

const capabilities = ({ phone, dark }: WindowOptions): object => ({
  // Nothing but this machine can be reached: whatever is asked for elsewhere meets a port where nobody listens.
  proxy: { proxyType: 'manual', httpProxy: '127.0.0.1:9', sslProxy: '127.0.0.1:9', noProxy: ['127.0.0.1'] },
  // Its bars would use a part of the window.
  'webkitgtk:browserOptions': {
    args: [
      '--automation',
      '--full-screen',
      ...(dark ? ['--dark-mode'] : []),
      ...(phone ? [`--user-agent=${phoneAgent}`] : []),
    ],
  },
})

/** The desktop's settings, which WebKitGTK passes on to pages. */
async function writeSettings(home: string, { motion }: WindowOptions): Promise<void> {
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0', 'settings.ini'), `[Settings]\ngtk-enable-animations=${motion ? 1 : 0}\n`)
}

const listening = (address: string): Promise<void> =>
  eventually(
    () =>
      fetch(`${address}/status`).then(
        () => true,
        () => false,
      ),
    'WebKitWebDriver listens',
  )

async function send(method: string, url: string, body: object): Promise<unknown> {
  const signal = AbortSignal.timeout(hungAfterMs)
  const response = await fetch(url, { method, signal, ...(method === 'POST' && { body: JSON.stringify(body) }) }).catch(
    (cause: Error) => {
      throw cause.name === 'TimeoutError' ? new HungError(`WebKitGTK does not answer: ${url}`) : cause
    },
  )
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value).slice(0, 500)}`)
  return value
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  // One that hangs may not listen to anything milder.
  child.kill('SIGKILL')
  await gone
}
