import type { FollowUpState } from '../leads/leads.ts'
import type { KindName } from '../kinds/kinds.ts'

/** What the activity log says that an account has done. */
export const activityNames = {
  signIn: '登录',
  signOut: '退出登录',
  save: '新增',
  update: '修改',
  delete: '删除',
  restore: '恢复',
  publish: '发布',
  unpublish: '下线',
  draft: '草稿',
  move: '调整顺序',
  view: '查看',
  export: '导出',
  settings: '网站设置',
  account: '账号',
  session: '登录设备',
  secondFactor: '二次验证',
  backup: '备份',
  undo: '撤销',
} as const
export type Activity = keyof typeof activityNames

/** What was done to a second factor, which a line names in place of fields. */
export const secondFactorSteps = {
  begin: '开始设置二次验证',
  wrongCode: '二次验证码不正确',
  on: '开启二次验证',
  codes: '重新生成恢复码',
  off: '关闭二次验证',
  ended: '关闭账号的二次验证',
  required: '要求二次验证',
  optional: '不再要求二次验证',
} as const
export type SecondFactorStep = keyof typeof secondFactorSteps

/** What is logged beside the kinds of records, and `agent`. */
export const loggedKinds = {
  agent: '客户线索',
  media: '素材',
  site: '',
  item: '系统名称和LOGO',
  channel: '通知渠道',
  push: '搜索引擎推送',
  wechat: '微信分享',
  machine: '这台是正式的',
  check: '上线检查',
  account: '账号',
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
  /** The state of a lead before and after. */
  moved?: { from: FollowUpState; to: FollowUpState }
  /** What the record is called today, also in the trash. */
  title?: string
  /** It was neither refused nor did it fail. */
  ok: boolean
  /** The operation that it was a part of. */
  operation?: string
  /** How many refusals this line stands for; none is one. */
  count?: number
}

/** What somebody has done, before it is in the log. */
export type Act = Omit<ActivityRow, 'at' | 'title'>
