import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell first: without the windows, tabs and menus of a browser a page costs half. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Undefined when none is installed. */
export const chromiumPath: string | undefined =
  process.env.CHROMIUM_PATH ||
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path))

/** Headless, and without network requests of its own. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH')
  return chromium.launch({
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
  })
}
