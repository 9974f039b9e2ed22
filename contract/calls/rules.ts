import { leadSortTexts, leadKindNames, type FollowUpState, followUpStates } from '../leads/leads.ts'
import { truncate } from '../text/characters.ts'
import {
  type Body,
  type Fields,
  flag,
  integer,
  longText,
  maybe,
  oneOf,
  optional,
  type OptionalRule,
  type Rule,
  several,
  text,
  untouched,
} from './fields.ts'
import { isGroupId } from '../kinds/groups.ts'
import { limits, variantWidths } from './limits.ts'
import { isOfSharedSize, sharedSize } from '../media/pictureName.ts'
import { roles } from './roles.ts'
import { hitsPerPage, maxWordLength } from '../site/siteSearch.ts'
import { canParse } from '../text/standIns.ts'

export { limits, variantWidths }

export const messages = {
  uploaded: '上传成功！',
  added: '添加成功！',
  modified: '修改成功！',
  deleted: '删除成功！',
  draftSaved: '草稿已保存',
  published: '发布成功！',
  restored: '已恢复',
  erased: '已彻底删除',
  noId: '缺少记录编号',
  coverTooLarge: '上传封面图片大小不能超过2MB！',
  newsCoverTooLarge: '封面图片不能超过2MB！',
  logoTooLarge: '上传LOGO大小不能超过0.1MB！',
  materialTooLarge: '上传文件大小不能超过5MB！',
  pictureOnly: '只能上传jpg/png文件！',
  heic: '只能上传jpg/png文件！HEIC照片请在手机“设置 > 相机 > 格式”里选“兼容性最佳”后重拍，或另存为jpg',
  wrongCrop: `分享图片应为${sharedSize.width}×${sharedSize.height}像素`,
  notShrunk: '这张图片无法压缩，请换一张，或用其他软件缩小后再上传',
  pictureFailed: '插入图片失败',
  filmOnly: '只能上传MP4视频（H.264画面、AAC声音）！',
  documentOnly: '只能上传PDF、Word（docx）、Excel（xlsx）或zip文件，不能含宏',
  documentTooLarge: '文档不能超过50MB！',
  markdownTooLarge: 'Markdown内容不能超过200KB',
  wrongLocation: '分类不正确',
  incomplete: '请填写完整信息',
  wrongLogin: '账号或密码错误',
  accountDisabled: '这个账号已停用，请联系管理员',
  agreementNeeded: '请勾选用户协议',
  passwordsDiffer: '两次输入密码不一致！',
} as const

export const page = integer(1, Number.MAX_SAFE_INTEGER, 1)
export const limit = integer(1, limits.listLimit, 10)
/** Without it there is no limit. */
export const atMost = integer(1, limits.listLimit, undefined)
export const word = text({ max: [200, '不能超过200个字符'] })

/** Identifies a repeated save. */
export const requestId = text({ max: [64, '不能超过64个字符'] })

export const recordId = untouched(messages.noId)
export const recordIds = several(recordId, limits.deletedAtOnce)
/** As many as the scenarios of the site can name: twelve in each of twenty. */
export const productIds = maybe(several(recordId, 240))

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
/** Counted as sent: JSON escapes every quote and line feed. */
export const richText = longText([limits.richText, '内容过大，不能超过1.9MB'], (html) => bytesOf(JSON.stringify(html)))
export const markdownText = longText([limits.markdown, messages.markdownTooLarge], bytesOf)

const maxAddress = [2000, '不能超过2000个字符'] as const
const isLocal = (value: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(value)
export const addressError = (value: string): string | undefined => {
  const web = /^https?:\/\/[^\s\\]+$/i.test(value) && canParse(value)
  return isLocal(value) || web ? undefined : '应为以“/”开头的站内地址或http(s)网址'
}
const host = /^(www\.|[\w-]+(\.[\w-]+)*\.(com|cn|net|org|edu|gov|top|cc)([/?#:]|$))/i
/** People leave out the scheme of a web address. */
export const withScheme = (text: string): string => (host.test(text) ? `https://${text}` : text)
/** '', a path of this site or a web address; anything else could run a script or lead to another site unnoticed. */
export const address = text({ trim: true, max: maxAddress, check: addressError })

export const pagePathPattern = /^[a-z\d][a-z\d-]*$/

/** The id of a group of products; '' is none. Only the site record knows which there are. */
export const location = optional<string, string>(
  {
    validate: (value) => (isGroupId(value) ? undefined : messages.wrongLocation),
    parse: (value) => value as string,
  },
  '',
)

const previewDevices = ['desktop', 'phone'] as const
export type PreviewDevice = (typeof previewDevices)[number]
export const previewDevice = oneOf(previewDevices, '预览参数不正确')

/** The path of a page of the public site, with its query. */
export const previewPath = text({
  required: '预览参数不正确',
  max: [200, '预览参数不正确'],
  check: (value) => (isLocal(value) ? undefined : '预览参数不正确'),
})

/** One of several values; '' is none, as in a filter. */
const choice = <const W extends string>(options: readonly W[], message: string): OptionalRule<W | undefined> =>
  optional(oneOf(options, message), undefined)
const followUpState = choice(Object.keys(followUpStates) as FollowUpState[], '没有这个状态')
export const agentKind = choice(leadKindNames, '没有这个类型')
const owner = text({ trim: true, max: [50, '负责人不能超过50个字符'] })
/**
 * `agentName` searches names; `word` searches names, companies, telephone and other numbers, and who takes care of it. `due` are those whose
 * next contact is today or over, in China. Without `kind` they are dealers: there were no inquiries when the call was made.
 */
export const leadSearch = {
  agentName: word,
  word,
  state: followUpState,
  kind: choice([...leadKindNames, 'all'], '没有这个类型'),
  owner,
  due: flag(),
  doubtful: flag(),
  page,
  limit,
} satisfies Fields

/** A date in China; '' is none. */
const day = text({ max: [10, '日期不正确'], check: (value) => (isDay(value) ? undefined : '日期不正确') })
export const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value

/** A time in China, also as `datetime-local` gives it, or a day: `YYYY-MM-DD HH:mm:ss` once parsed. '' is none; absent stays absent. */
export const moment: OptionalRule<string | undefined> = maybe({
  validate: (value) => (typeof value === 'string' && (value === '' || isMoment(value)) ? undefined : '时间不正确'),
  parse: (value) =>
    value === ''
      ? ''
      : `${(value as string).replace('T', ' ')}${isDay(value as string) ? ' 00:00' : ''}:00`.slice(0, 19),
})
/** A day or a time; '' is none. */
const nextAt: OptionalRule<string | undefined> = {
  ...moment,
  parse: (value) => (typeof value === 'string' && isDay(value) ? value : moment.parse(value)),
}
export const mailText = text({ required: '请填写邮件的内容', trim: true, max: [5000, '邮件不能超过5000个字符'] })
export const followUp = {
  state: followUpState,
  owner: maybe(owner),
  nextAt,
  note: maybe(text({ trim: true, max: [1000, '跟进记录不能超过1000个字符'] })),
} satisfies Fields

function isMoment(value: string): boolean {
  const [, date = '', time = ''] = /^(.{10})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(value) ?? []
  return isDay(value) || (time !== '' && isDay(date))
}

/** Both days are included. */
export const dateRange = { from: day, to: day } satisfies Fields
/** Without `sort` a list is newest first. */
export const sorting = <const W extends string>(columns: readonly W[]) => ({
  sort: maybe(oneOf(columns, '不能按这一列排序')),
  order: maybe(oneOf(['asc', 'desc'], '排序方向应为asc或desc')),
})
export const leadOrder = {
  ...sorting([...(Object.keys(leadSortTexts) as (keyof typeof leadSortTexts)[]), 'createDate']),
  ...dateRange,
} satisfies Fields

export const show = maybe(oneOf(['published', 'drafts', 'all'], '不能这样筛选'))
/** The values of a kind's fields and options, which are parsed by its rules. */
export const draftFields: Rule<Body> = {
  validate: (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : '缺少内容'),
  parse: (value) => value as Body,
}

/** Any text, since people write numbers in many ways. */
export const phone = text({ required: '请输入手机号码', trim: true, max: [100, '请输入正确的手机号码'] })
export const seconds = integer(0, Number.MAX_SAFE_INTEGER, undefined)

/** The word is looked for in titles and in their pinyin. */
export const titleSearch = {
  word: text({ max: [maxWordLength, `不能超过${maxWordLength}个字符`] }),
  limit: integer(1, 50, 20),
} satisfies Fields
export const siteSearch = {
  word: titleSearch.word,
  page,
  limit: integer(1, 50, hitsPerPage),
} satisfies Fields

const maxNameLength = 500
const name = text({ required: '请输入登录账号', trim: true, max: [maxNameLength, messages.wrongLogin] })
const truncated = (value: unknown): unknown => (typeof value === 'string' ? truncate(value, maxNameLength) : value)
/**
 * An overlong name is truncated: the result matches no account, since no account's name is half as long. So it is a wrong name, not an
 * error.
 */
export const username: Rule<string> = {
  validate: (value) => name.validate(truncated(value)),
  parse: (value) => name.parse(truncated(value)),
}
/** For the form. The server accepts any length: a short password is a wrong one. */
export const loginPassword = text({
  required: '密码不能少于6位',
  exact: true,
  min: [6, '密码不能少于6位'],
  max: [128, '密码不能超过128位'],
})
export const anyPassword: Rule<string> = {
  validate: (value) => (typeof value === 'string' ? undefined : '密码不能少于6位'),
  parse: (value) => value as string,
}
export const remember = flag()
/** An app shows it, or it is a recovery code. */
export const code = text({ required: '请输入验证码', trim: true, max: [50, '验证码不正确'] })
export const loginCode = text({ trim: true, max: [50, '验证码不正确'] })

export const accountName = text({
  required: '请填写账号',
  trim: true,
  max: [50, '账号不能超过50个字符'],
  // A name must not look like another.
  check(value) {
    if (/[\t\n]/.test(value)) return '账号里不能有换行'
    return /[\p{Cf}\ufffd]/u.test(value) ? '账号里有看不见的字符，请重新输入' : undefined
  },
})
export const role = oneOf(roles, '请选择角色')

export const oldPassword = untouched('请输入旧密码')
/** Every account's password has such a length; older ones are shorter than new ones. */
export const passwordLength = { min: 6, max: 128 } as const
export const newPassword = text({
  required: '请输入新密码',
  exact: true,
  min: [10, '新密码不能少于10位'],
  max: [passwordLength.max, '密码不能超过128位'],
})

export const systemForm = {
  sysName: text({ required: '请输入系统名称', trim: true, max: [limits.sysName, '系统名称不能超过30个字符'] }),
  logo: text({ required: '请上传LOGO', trim: true, max: maxAddress, check: addressError }),
} satisfies Fields

export const uploadTypes = ['product', 'quill', 'carousel', 'news', 'media'] as const
export type UploadType = (typeof uploadTypes)[number]
export const uploadType = oneOf(uploadTypes, '上传类型不正确')
/** Where uploads are kept, under /uploads/. */
export const uploadFolders = [...uploadTypes, 'logo', 'film', 'document'] as const
/** All below UPLOADS_DIR: what visitors send has no address. */
export const storedFolders = [...uploadFolders, 'lead'] as const
export type UploadFolder = (typeof uploadFolders)[number]
/** Their files are large: received in parts, and kept in parts where several servers share them. */
export const largeFolders = ['film', 'document'] as const
export const isLarge = (name: string): boolean => largeFolders.some((folder) => name.startsWith(`${folder}/`))

/** The form field that carries one of them. */
export const variantField = (width: number): string => `w${width}`
export const pictureColor = text({
  max: [7, '图片颜色不正确'],
  check: (value) => (/^#[0-9a-f]{6}$/.test(value) ? undefined : '图片颜色不正确'),
})

export const tooLarge: Readonly<Record<UploadType, string>> = {
  product: messages.coverTooLarge,
  carousel: messages.coverTooLarge,
  news: messages.newsCoverTooLarge,
  quill: '图片大小不能超过2MB！',
  media: '图片大小不能超过2MB！',
}

/** Searched for in a file's name, alternative text and address. */
export const mediaSearch = {
  word,
  type: maybe(oneOf(['picture', 'film', 'document'], '素材类型不正确')),
  unused: flag(),
  withoutAlt: flag(),
  page,
  limit: integer(1, limits.deletedAtOnce, 20),
  ...sorting(['name', 'bytes', 'createDate', 'uses']),
  ...dateRange,
} satisfies Fields

export const maxFetchedPictures = 30
export const outsideAddresses = several(text({ required: '缺少图片地址', max: maxAddress }), maxFetchedPictures)

export const shareCrop = text({
  max: maxAddress,
  check: (value) => (isOfSharedSize(value) ? undefined : messages.wrongCrop),
})

export const mediaForm = {
  name: text({ required: '请输入素材名称', trim: true, max: [200, '不能超过200个字符'] }),
  alt: text({ trim: true, max: [200, '不能超过200个字符'] }),
  poster: address,
  /** It is the text of a WebVTT file. */
  captions: text({
    max: [200_000, '字幕不能超过20万字'],
    check: (value) =>
      /^\uFEFF?WEBVTT(?:[ \t].*)?\n/.test(`${value}\n`)
        ? undefined
        : '字幕应是WebVTT文件（.vtt）的内容，第一行是WEBVTT',
  }),
} satisfies Fields

/** The point that stays visible where a picture is cropped: per cent of its width and height. */
export interface Focus {
  x: number
  y: number
}
const isPercent = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100
export const focus: Rule<Focus> = {
  validate(value) {
    const { x, y } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Focus, unknown>>
    return isPercent(x) && isPercent(y) ? undefined : '焦点应为0到100的整数坐标'
  },
  parse: (value) => ({ x: (value as Focus).x, y: (value as Focus).y }),
}

/** The name of a file, without its folder. */
export const fileName = text({ required: '缺少文件名', trim: true, max: [200, '文件名不能超过200个字符'] })
export const fileBytes: Rule<number> = {
  validate: (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? undefined : '文件大小不正确'),
  parse: (value) => value as number,
}
export const chunkOffset = integer(0, Number.MAX_SAFE_INTEGER, 0)
