import { absent, type Fields, type OptionalRule, oneOf, type Rule, text } from './fields.ts'
import { isPhone, normalPhone } from './phone.ts'

export const applied = '申请成功！'

const ordinaryPhone = (value: string): string | undefined => (/^1\d{10}$/.test(value) ? undefined : '请输入正确的手机号码')

/** The desktop form, and what the server accepts from anyone. */
const companyName = text({ required: '请输入公司名称', trim: true, max: [100, '公司名称不能超过100个字符'] })
const contactName = text({ required: '请输入联系人', trim: true, max: [50, '联系人不能超过50个字符'] })
const phone = text({ required: '请输入手机号码', trim: true, max: [40, '请输入正确的手机号码'], check: ordinaryPhone })
export const dealerForm = { agentInfo: companyName, agentName: contactName, phone } satisfies Fields

/** The number ranges of Chinese carriers. */
const mainlandMobile = /^1(?:3\d|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/

/** The phone's form is stricter than the server, to catch typing errors early. */
export const agentForm = {
  companyName: text({ required: '请输入公司名称', trim: true, min: [4, '长度在 4 到 20 个字符'], max: [20, '长度在 4 到 20 个字符'] }),
  clientName: text({ required: '请输入您的姓名', trim: true, min: [2, '长度在 2 到 10 个字符'], max: [10, '长度在 2 到 10 个字符'] }),
  phone: text({
    required: '手机号不能为空',
    trim: true,
    max: [40, '请正确输入11位手机号码'],
    check(value) {
      if (!/^\d+$/.test(value)) return '请输入数字'
      return mainlandMobile.test(value) ? undefined : '请正确输入11位手机号码'
    },
  }),
} satisfies Fields

export const topics = ['产品咨询', '报价', '预约参观'] as const
export type Topic = (typeof topics)[number]

const anyPhone = text({
  required: '请输入电话号码', trim: true, max: [40, '请输入正确的手机号码或带区号的座机号码'],
  check: (value) => (isPhone(normalPhone(value)) ? undefined : '请输入正确的手机号码或带区号的座机号码'),
})

/** The form of everybody who has a question. */
export const inquiryForm = {
  topic: oneOf(topics, '请选择想咨询什么'),
  name: text({ required: '请输入您的姓名', trim: true, max: [50, '姓名不能超过50个字符'] }),
  phone: { validate: anyPhone.validate, parse: (value) => normalPhone(anyPhone.parse(value)) } satisfies Rule<string>,
  company: text({ trim: true, max: [100, '公司名称不能超过100个字符'] }),
  question: text({ trim: true, max: [500, '问题不能超过500个字符'] }),
} satisfies Fields

/** Where a visitor came from; '' where it is not known. */
export interface Origin {
  /** The first page that was opened in the tab. */
  landing: string
  /** The site that led to it, or the app. */
  referrer: string
  /** Its utm parameters. */
  campaign: string
  device: string
  /** The page with the form. */
  page: string
}
const maxOriginLength = 300
const originFields = ['landing', 'referrer', 'campaign', 'device', 'page'] as const

/** Refuses nothing, since what came with it counts more. */
export const origin: OptionalRule<Origin | undefined> = {
  optional: true,
  validate: () => undefined,
  parse(value) {
    if (absent(value) || typeof value !== 'object') return undefined
    const parts = originFields.map((name) => {
      const part: unknown = Reflect.get(value, name)
      return [name, typeof part === 'string' ? clean.parse(part.slice(0, maxOriginLength)) : '']
    })
    return parts.some(([, part]) => part !== '') ? (Object.fromEntries(parts) as Origin) : undefined
  },
}
const clean = text({ trim: true, max: [maxOriginLength, ''] })

/** What staff have done about an application or inquiry. */
export const followUpStates = { new: '新', contacted: '已联系', interested: '有意向', signed: '已签约', invalid: '无效' } as const
export type FollowUpState = keyof typeof followUpStates

/** What people call an application or inquiry by. */
export const numberOf = (id: string): string => id.slice(-6).toUpperCase()

/** The forms by the path of their page, to which a browser without scripts posts them. */
export const applicationForms: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ['/dljm', dealerForm],
  ['/dailijiameng', agentForm],
])

/** The outcome of a form that was posted without a script, for the page to render. */
export interface PostedForm {
  done?: true
  /** By the names of the fields, as are the errors. */
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  /** The message of a failure that is not a field's. */
  failure?: string
}
