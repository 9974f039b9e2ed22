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
