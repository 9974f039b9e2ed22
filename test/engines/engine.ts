/** How a window is opened. Motion is reduced unless asked for: what is measured must not move. */
export interface WindowOptions {
  phone?: boolean
  dark?: boolean
  motion?: boolean
  /** Only a Chromium can be opened without scripts. */
  scripts?: boolean
}

export interface EngineWindow {
  goto(url: string): Promise<void>
  /** Runs the body of a function in the page and resolves to what it returns, which must be JSON. */
  run<T>(body: string): Promise<T>
  click(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
  /** Opens it anew, where its driver has stopped to answer. */
  renew?(): Promise<void>
}

/** A driver that does not answer any more, as that of WebKitGTK does now and then: no page's fault. */
export class HungError extends Error {}

/** What looks at a page does so once more in a new window, where the driver hangs. */
export async function inAnyWindow<T>(window: EngineWindow, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (cause) {
    if (!(cause instanceof HungError) || !window.renew) throw cause
    process.stderr.write(`${cause.message}; once more in a new window\n`)
    await window.renew()
    return look()
  }
}

export interface Engine {
  name: string
  /** Why it cannot run here; undefined when it can. */
  missing?: string | undefined
  open(options: WindowOptions): Promise<EngineWindow>
}

const desktopSize = { width: 1920, height: 1080 }
const phoneSize = { width: 390, height: 844 }
export const sizeOf = ({ phone }: WindowOptions): { width: number; height: number } => (phone ? phoneSize : desktopSize)
