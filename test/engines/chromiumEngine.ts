import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../../scripts/chromium.ts'
import { phoneAgent } from '../browser/browser.ts'
import { type Engine, sizeOf } from './engine.ts'
import { packagedChromium, type PackagedVersion } from './packagedChromium.ts'

/** Nothing but this machine can be reached. */
const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

interface Program {
  path: string
  args: readonly string[]
  env?: Record<string, string>
}

/** A Chromium driven by Playwright; the packaged ones need arguments of their own, and the oldest accepts no locale or user agent. */
function chromiumEngine(name: string, missing: string | undefined, { path, args, env }: Program): Engine {
  return {
    name,
    missing,
    async open(options) {
      const profile = await mkdtemp(join(tmpdir(), 'zhuzhan-profile-'))
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: path,
        env: { ...process.env, ...env } as Record<string, string>,
        viewport: sizeOf(options),
        colorScheme: options.dark ? 'dark' : 'light',
        reducedMotion: options.motion ? 'no-preference' : 'reduce',
        javaScriptEnabled: options.scripts ?? true,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--lang=zh-CN',
          '--disable-background-networking',
          alone,
          ...args,
          ...(options.phone ? [`--user-agent=${phoneAgent}`] : []),
        ],
      })
      const page = context.pages()[0] ?? (await context.newPage())
      /** Playwright's own click asks the page for what came with Chromium 105. */
      const click = async (selector: string): Promise<void> => {
        const [x, y] = await page.evaluate<[number, number]>(`(function () {
          var element = document.querySelector(${JSON.stringify(selector)});
          element.scrollIntoView({ block: 'center' });
          var box = element.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        })()`)
        await page.mouse.click(x, y)
      }
      return {
        goto: async (url) => void (await page.goto(url)),
        run: (body) => page.evaluate(`(function () { ${body} })()`),
        click,
        async type(selector, text) {
          await click(selector)
          await page.keyboard.type(text)
        },
        screenshot: () => page.screenshot(),
        async close() {
          await context.close()
          await rm(profile, { recursive: true, force: true, maxRetries: 3 })
        },
      }
    },
  }
}

/** Debian's, to which all others are compared. */
export const today = chromiumEngine('today’s Chromium', chromiumPath ? undefined : 'no Chromium was found', {
  path: chromiumPath ?? '',
  args: [],
})

export function oldChromium(version: PackagedVersion): Engine {
  const { folder, missing } = packagedChromium(version)
  return chromiumEngine(`Chromium ${version}`, missing, {
    path: join(folder, 'chromium'),
    args: ['--no-zygote', '--headless', '--use-gl=swiftshader', '--in-process-gpu'],
    env: { LD_LIBRARY_PATH: join(folder, 'lib') },
  })
}
