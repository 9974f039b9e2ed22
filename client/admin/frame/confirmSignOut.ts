import { hasUndrafted, hasUnsaved } from '../form/unfinished.ts'
import { hasDrafts } from '../form/record.ts'
import { clearsOnSignOut, signOut } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { clearToasts, toast } from '../ui/Toast.tsx'
import { resetLayout } from './layoutState.ts'

/** Leaves the back office; asks first when work would be lost. */
export async function confirmSignOut(): Promise<void> {
  const lost = hasUndrafted() || (clearsOnSignOut() && (hasDrafts() || hasUnsaved()))
  const message = lost
    ? '有内容尚未保存，退出后将会丢失，确定退出登录吗？'
    : '有内容尚未保存，会留在这台设备上，下次登录后打开同一条内容即可恢复。确定退出登录吗？'
  if ((lost || hasUnsaved()) && !(await confirm(message, { ok: '退出登录' }))) return
  try {
    await signOut()
    resetLayout()
    clearToasts()
  } catch (error) {
    toast(error instanceof Error ? error.message : '退出登录失败，请重试', 'bad')
  }
}
