import { messageOf } from '../../lib/callError.ts'
import { toast } from './Toast.tsx'

/** Runs an action, and shows why it failed. */
export async function attempt(action: () => Promise<unknown>, otherwise = '操作失败，请重试'): Promise<void> {
  try {
    await action()
  } catch (cause) {
    toast(messageOf(cause, otherwise), 'bad')
  }
}
