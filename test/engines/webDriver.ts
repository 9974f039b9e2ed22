import type { EngineWindow } from './engine.ts'

/** A command of the WebDriver protocol, as Marionette names it and as it is over HTTP. */
export interface Command {
  name: string
  method: 'GET' | 'POST'
  path: (element: string) => string
}

const commands = {
  goto: { name: 'WebDriver:Navigate', method: 'POST', path: () => '/url' },
  run: { name: 'WebDriver:ExecuteScript', method: 'POST', path: () => '/execute/sync' },
  find: { name: 'WebDriver:FindElement', method: 'POST', path: () => '/element' },
  click: { name: 'WebDriver:ElementClick', method: 'POST', path: (element) => `/element/${element}/click` },
  type: { name: 'WebDriver:ElementSendKeys', method: 'POST', path: (element) => `/element/${element}/value` },
  screenshot: { name: 'WebDriver:TakeScreenshot', method: 'GET', path: () => '/screenshot' },
} satisfies Record<string, Command>

/** Sends one command and gives its value. */
export type SendCommand = (command: Command, body: Record<string, unknown>, element: string) => Promise<unknown>

/** What both protocols share: the same commands with the same bodies. */
export function webDriverWindow(send: SendCommand, close: () => Promise<void>): EngineWindow {
  const find = async (selector: string): Promise<string> => {
    const found = (await send(commands.find, { using: 'css selector', value: selector }, '')) as Record<string, string>
    const [id] = Object.values(found)
    if (id === undefined) throw new Error(`no ${selector}`)
    return id
  }
  const onElement = async (command: Command, selector: string, body: object): Promise<void> => {
    const id = await find(selector)
    await send(command, { id, ...body }, id)
  }
  return {
    goto: async (url) => void (await send(commands.goto, { url }, '')),
    run: async <T>(script: string) => (await send(commands.run, { script, args: [] }, '')) as T,
    click: (selector) => onElement(commands.click, selector, {}),
    type: (selector, text) => onElement(commands.type, selector, { text }),
    screenshot: async () => Buffer.from(String(await send(commands.screenshot, { full: false }, '')), 'base64'),
    close,
  }
}
