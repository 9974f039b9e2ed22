import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** The headless shell first: without the windows, tabs and menus of a browser a page costs half. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Undefined when none is installed. */
export const chromiumPath: string | undefined =
  process.env.CHROMIUM_PATH ||
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path))

const optionsWith = (more: readonly string[]): LaunchOptions => {
  if (chromiumPath === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH')
  return {
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  }
}

/** Headless, and without network requests of its own. */
export const launchChromium = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(optionsWith(more))

/** One that several processes connect to. */
export const serveChromium = async (more: readonly string[]): Promise<BrowserServer> =>
  chromium.launchServer(optionsWith(more))
