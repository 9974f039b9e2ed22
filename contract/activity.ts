/** What the activity log says that an account has done. */
export const activityNames = {
  signIn: '登录', signOut: '退出登录', save: '新增', update: '修改', delete: '删除', restore: '恢复', publish: '发布', unpublish: '下线', draft: '保存草稿',
  move: '调整顺序', view: '查看', export: '导出', settings: '网站设置', account: '账号', session: '登录设备', secondFactor: '二次验证', backup: '备份',
} as const
export type Activity = keyof typeof activityNames
