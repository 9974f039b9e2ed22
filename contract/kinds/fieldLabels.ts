import type { LoggedKind } from '../calls/activity.ts'
import { type KindName, kindNames, ofEach, recordKind } from './kinds.ts'
import type { MediaUser } from '../media/media.ts'

/** The labels of its fields, and of what the items of its lists consist of. */
function labelsOf(kind: KindName): Readonly<Record<string, string>> {
  const { described } = recordKind(kind)
  return {
    publishAt: '定时发布',
    ...Object.fromEntries(
      Object.entries(described).flatMap(([name, field]) => {
        const members = field.kind === 'list' && field.of.kind === 'object' ? Object.keys(field.of.fields) : []
        return [name, ...members].map((each) => [each, field.label])
      }),
    ),
  }
}

/** What staff call the fields, as in the forms; those of the settings are in `siteFields.ts`, but for the old addresses beside them. */
export const fieldLabels: { readonly [K in LoggedKind | MediaUser]?: Readonly<Record<string, string>> } = {
  ...ofEach(kindNames, labelsOf),
  site: { rows: '旧地址', froms: '旧地址' },
  item: { sysName: '系统名称', logo: 'LOGO' },
  media: {
    name: '名称',
    alt: '替代文字',
    captions: '字幕',
    focus: '裁切焦点',
    poster: '视频封面',
    replacement: '替换成另一个文件',
  },
  agent: { state: '状态', owner: '负责人', nextAt: '下次联系', note: '跟进记录', text: '邮件', doubtful: '放行' },
  channel: {
    label: '名称',
    on: '启用',
    weekly: '上周小结',
    operator: '运维',
    address: '地址',
    secret: '密钥',
    user: '发件邮箱',
    password: '授权码',
    host: 'SMTP服务器',
    port: '端口',
    to: '收件人',
  },
  wechat: { on: '启用', appId: 'AppID', secret: 'AppSecret' },
  push: { engine: '服务', on: '启用', site: '站点', token: '密钥' },
  check: { key: '句子', note: '依据' },
  account: {
    name: '名称',
    role: '角色',
    disabled: '停用',
    password: '密码',
    newPassword: '密码',
    secondFactor: '二次验证',
    link: '登录链接',
  },
}
