import { hasUnsaved } from '../guards.ts'
import { hasDrafts } from '../forms/record.ts'
import { clearsOnLeaving, signOut } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'
import { resetLayout } from './layoutState.ts'

/** Leaves the back office; asks first when work would be lost. */
export async function askToSignOut(): Promise<void> {
  const lost = (await hasUnsaved()) || (clearsOnLeaving() && hasDrafts())
  if (lost && !(await confirm('有内容尚未保存，退出后将会丢失，确定退出登录吗？'))) return
  try {
    await signOut()
    resetLayout()
  } catch (error) {
    toast(error instanceof Error ? error.message : '退出登录失败，请重试', 'bad')
  }
}
