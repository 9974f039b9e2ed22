/** A message between the tabs of one browser, which share the login. */
export type LoginMessage = { is: 'out' } | { is: 'in'; userId: string }

let channel: BroadcastChannel | undefined

/** One channel for both directions: it does not receive what it posts itself. */
const open = (): BroadcastChannel => (channel ??= new BroadcastChannel('login'))

export const announceLogin = (message: LoginMessage): void => open().postMessage(message)

export function onLoginMessage(handler: (message: LoginMessage) => void): void {
  open().onmessage = ({ data }: MessageEvent<LoginMessage>) => handler(data)
}
