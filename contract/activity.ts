import type { KindName } from './kinds.ts'

/** What the activity log says that an account has done. */
export const activityNames = {
  signIn: '登录', signOut: '退出登录', save: '新增', update: '修改', delete: '删除', restore: '恢复', publish: '发布', unpublish: '下线', draft: '草稿',
  move: '调整顺序', view: '查看', export: '导出', settings: '网站设置', account: '账号', session: '登录设备', secondFactor: '二次验证', backup: '备份',
} as const
export type Activity = keyof typeof activityNames

/** What is logged beside the kinds of records, and `agent`. */
export const loggedKinds = {
  agent: '客户线索', media: '素材', site: '', item: '系统名称和LOGO', channel: '通知渠道', push: '搜索引擎推送', check: '上线检查', account: '账号',
} as const
export type LoggedKind = KindName | keyof typeof loggedKinds

export interface ActivityRow {
  at: string
  /** The name of the account; '' for the program itself, and for a sign-in with a name that no account has. */
  user: string
  action: Activity
  kind?: LoggedKind
  id?: string
  /** The names of the fields that were changed; never their values. */
  fields?: readonly string[]
  /** What the record is called today, while there is one. */
  title?: string
  /** It was neither refused nor did it fail. */
  ok: boolean
  /** How many refusals this line stands for; none is one. */
  count?: number
}

/** What somebody has done, before it is in the log. */
export type Act = Omit<ActivityRow, 'at' | 'title'>
