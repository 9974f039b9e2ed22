import type { LoggedKind } from './activity.ts'
import type { MediaUser } from './media.ts'

const share = { shareTitle: '搜索标题', shareText: '搜索介绍', sharePicture: '分享图片' }
const shown = { pinned: '置顶', unpublishAt: '下线时间' }

/** What staff call the fields, as in the forms; those of the settings are in `siteFields.ts`. */
export const fieldLabels: { readonly [K in LoggedKind | MediaUser]?: Readonly<Record<string, string>> } = {
  product: {
    coverName: '产品名称', locationId: '产品位置', coverUrl: '封面图', productCon: '产品内容', coverDescribe: '产品描述', jumpUrl: '跳转路径',
    pictures: '图集', specs: '参数', documents: '资料下载', address: '资料下载', ...share, ...shown,
  },
  news: { newTitle: '新闻标题', newCover: '封面图', newInfo: '新闻内容', newIntro: '封面描述', createDate: '时间', ...share, ...shown },
  carousel: { photoTitle: '标题', photoUrl: '图片', photoInfo: '描述', ...shown },
  page: { pageTitle: '页面标题', pagePath: '地址', pageBanner: '横幅图片', pageBody: '页面内容', ...share, ...shown },
  item: { sysName: '系统名称', logo: 'LOGO' },
  media: { name: '名称', alt: '替代文字', captions: '字幕', focus: '裁切焦点', poster: '视频封面', replacement: '替换成另一个文件' },
  agent: { state: '状态', owner: '负责人', nextAt: '下次联系', note: '跟进记录', doubtful: '放行' },
  channel: {
    label: '名称', on: '启用', address: '地址', secret: '密钥', user: '发件邮箱', password: '授权码', host: 'SMTP服务器', port: '端口', to: '收件人',
  },
  push: { engine: '服务', on: '启用', site: '站点', token: '密钥' },
  check: { key: '句子', note: '依据' },
  account: { name: '名称', role: '角色', disabled: '停用', password: '密码', newPassword: '密码' },
}
