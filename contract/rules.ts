import { absent, type Fields, flag, integer, longText, maybe, oneOf, type OptionalRule, type Rule, several, text, untouched } from './fields.ts'
import { type LocationId, locationIds } from './entities.ts'
import { canParse } from './standIns.ts'

/** Every limit that both sides know. Sizes in bytes; "under" is strict. */
export const limits = {
  jsonBody: 2 * 1_048_576,
  /** What is left of a body beside the other fields of a record: whatever was saved once can be sent again. */
  richText: 2 * 1_048_576 - 65_536,
  markdown: 200 * 1024,
  imageUnder: 2 * 1_048_576,
  variantUnder: 1_048_576,
  /** 0.1 MB is 104,857.6 bytes. */
  logoUnder: 104_858,
  materialUnder: 5 * 1_048_576,
  materialsKept: 3,
  sysName: 30,
  listLimit: 9999,
  pageSizes: [10, 20, 50, 100],
  /** A page of the longest. */
  deletedAtOnce: 100,
  requestTimeoutMs: 50_000,
} as const

export const messages = {
  uploaded: '上传成功！',
  added: '添加成功！',
  modified: '修改成功！',
  deleted: '删除成功！',
  coverTooLarge: '上传封面图片大小不能超过2MB！',
  newsCoverTooLarge: '封面图片不能超过2MB！',
  logoTooLarge: '上传LOGO大小不能超过0.1MB！',
  materialTooLarge: '上传文件大小不能超过5MB！',
  pictureOnly: '只能上传jpg/png文件！',
  heic: '只能上传jpg/png文件！HEIC照片请在手机“设置 > 相机 > 格式”里选“兼容性最佳”后重拍，或另存为jpg',
  notShrunk: '这张图片无法压缩，请换一张，或用其他软件缩小后再上传',
  pictureFailed: '插入图片失败',
  markdownTooLarge: 'Markdown内容不能超过200KB',
  incomplete: '请填写完整信息',
  wrongLogin: '账号或密码错误',
  agreementNeeded: '请勾选用户协议',
  passwordsDiffer: '两次输入密码不一致！',
} as const

export const page = integer(1, Number.MAX_SAFE_INTEGER, 1)
export const limit = integer(1, limits.listLimit, 10)
/** Where nothing said means everything. */
export const atMost = integer(1, limits.listLimit, undefined)
export const word = text({ max: [200, '不能超过200个字符'] })

/** By which a repeated save is known. */
export const requestId = text({ max: [64, '不能超过64个字符'] })

export const recordId = untouched('缺少记录编号')
export const recordIds = several(recordId, limits.deletedAtOnce)

const title = text({ trim: true, max: [200, '不能超过200个字符'] })
const summary = text({ max: [2000, '不能超过2000个字符'] })

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
/** Counted as it travels, with every quote and line feed escaped. */
export const richText = longText([limits.richText, '内容过大，不能超过1.9MB'], (html) => bytesOf(JSON.stringify(html)))
export const markdownText = longText([limits.markdown, messages.markdownTooLarge], bytesOf)

const maxAddress = [2000, '不能超过2000个字符'] as const
const addressFault = (value: string): string | undefined => {
  const local = /^\/(?![/\\])[^\s\\]*$/.test(value)
  const web = /^https?:\/\/[^\s\\]+$/i.test(value) && canParse(value)
  return local || web ? undefined : '应为以“/”开头的站内地址或http(s)网址'
}
/** '' or a path on this site or a web address; anything else could run a script or leave the site unseen. */
export const address = text({ trim: true, max: maxAddress, check: addressFault })

const location: OptionalRule<LocationId | ''> = {
  optional: true,
  fault: (value) => (absent(value) || value === '' || locationIds.some((id) => id === value) ? undefined : '产品位置不正确'),
  take: (value) => (absent(value) ? '' : (value as LocationId | '')),
}

export const productFields = {
  coverName: title,
  coverDescribe: summary,
  jumpUrl: address,
  coverUrl: address,
  productCon: richText,
  locationId: location,
} satisfies Fields

export const carouselFields = { photoTitle: title, photoInfo: summary, photoUrl: address } satisfies Fields

export const newsFields = { newTitle: title, newIntro: summary, newCover: address, newInfo: richText } satisfies Fields

/** Whose page is previewed; a new record has no id yet. */
export const previewKind = oneOf(['product', 'news'], '预览参数不正确')
export const previewDevices = ['desktop', 'phone'] as const
export type PreviewDevice = (typeof previewDevices)[number]
export const previewDevice = oneOf(previewDevices, '预览参数不正确')

export const productSearch = { coverName: word, locationId: location, page, limit } satisfies Fields
export const carouselSearch = { photoTitle: word, page, limit } satisfies Fields
export const newsSearch = { newTitle: word, page, limit } satisfies Fields
export const agentSearch = { agentName: word, page, limit } satisfies Fields

/** A day of China's calendar; '' is none. */
export const day = text({ max: [10, '日期不正确'], check: (value) => (isDay(value) ? undefined : '日期不正确') })
const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value

/** The days from `from` to `to`, both of them included. */
const dateRange = { from: day, to: day } satisfies Fields
/** Without `sort` a list is newest first. */
const sorting = <const W extends string>(columns: readonly W[]) => ({
  sort: maybe(oneOf(columns, '不能按这一列排序')),
  order: maybe(oneOf(['asc', 'desc'], '排序方向应为asc或desc')),
})
export const productOrder = { ...sorting(['coverName', 'productType', 'createDate']), ...dateRange } satisfies Fields
export const carouselOrder = sorting(['photoTitle', 'createDate']) satisfies Fields
export const newsOrder = { ...sorting(['newTitle', 'createDate']), ...dateRange } satisfies Fields
export const agentOrder = { ...sorting(['agentName', 'agentInfo', 'source', 'createDate']), ...dateRange } satisfies Fields

/** By title or by the pinyin initials of it. */
export const titleSearch = { word: text({ max: [40, '不能超过40个字符'] }), limit: integer(1, 50, 20) } satisfies Fields

type Changes<F extends Fields> = { [K in keyof F]: F[K] extends Rule<infer T> ? OptionalRule<T | undefined> : never }
/** The same fields for an update: only those sent are changed. */
export function changesOf<F extends Fields>(fields: F): Changes<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, maybe(rule)])) as Changes<F>
}

const mostName = 500
const name = text({ required: '请输入登录账号', trim: true, max: [mostName, messages.wrongLogin] })
const beginning = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, mostName) : value)
/** A name that is too long is just a wrong one, as its beginning is: no account's name is half as long. */
export const username: Rule<string> = {
  fault: (value) => name.fault(beginning(value)),
  take: (value) => name.take(beginning(value)),
}
/** The form asks for six characters; the server takes any, since a short one is just a wrong one. */
export const loginPassword = text({ required: '密码不能少于6位', exact: true, min: [6, '密码不能少于6位'], max: [128, '密码不能超过128位'] })
export const anyPassword: Rule<string> = {
  fault: (value) => (typeof value === 'string' ? undefined : '密码不能少于6位'),
  take: (value) => value as string,
}
export const remember = flag()

export const oldPassword = untouched('请输入旧密码')
/** No account has a password of another length. */
export const passwordLength = { min: 6, max: 128 } as const
export const newPassword = text({
  required: '请输入新密码',
  exact: true,
  min: [passwordLength.min, '密码不能少于6位'],
  max: [passwordLength.max, '密码不能超过128位'],
})

export const systemForm = {
  sysName: text({ required: '请输入系统名称', trim: true, max: [limits.sysName, '系统名称不能超过30个字符'] }),
  logo: text({ required: '请上传LOGO', trim: true, max: maxAddress, check: addressFault }),
} satisfies Fields

export const uploadTypes = ['product', 'quill', 'carousel', 'news'] as const
export type UploadType = (typeof uploadTypes)[number]
export const uploadType = oneOf(uploadTypes, '上传类型不正确')

/** Of the smaller ones of an uploaded picture. */
export const variantWidths = [480, 960] as const
export const pictureColor = text({ max: [7, '图片颜色不正确'], check: (value) => (/^#[0-9a-f]{6}$/.test(value) ? undefined : '图片颜色不正确') })

export const tooLarge: Readonly<Record<UploadType, string>> = {
  product: messages.coverTooLarge,
  carousel: messages.coverTooLarge,
  news: messages.newsCoverTooLarge,
  quill: '图片大小不能超过2MB！',
}
