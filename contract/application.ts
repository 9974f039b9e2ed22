import { type Fields, type Rule, text, untouched } from './fields.ts'
import { normalPhone } from './phone.ts'
import type { TypedRow } from './quoteList.ts'

export const applied = '申请成功！'
/** The reply to a question; when somebody calls back follows it. */
export const received = '已收到'

/** A rule for what a value is changed to first. */
function afterwards(change: (value: unknown) => unknown, rule: Rule<string>): Rule<string> {
  return { validate: (value) => rule.validate(change(value)), parse: (value) => rule.parse(change(value)) }
}

/** People type spaces, a country code or full-width digits. */
export const typedPhone = (rule: Rule<string>): Rule<string> =>
  afterwards((value) => (typeof value === 'string' ? normalPhone(value) : value), rule)

/** Programs may send a telephone as a number: the digits of a mobile fit into one. */
export const sentPhone: Rule<string> = afterwards(
  (value) => (typeof value === 'number' ? String(value) : value),
  untouched(),
)

const ordinaryPhone = (value: string): string | undefined =>
  /^1\d{10}$/.test(value) ? undefined : '请输入正确的手机号码'

/** The desktop form, and what the server accepts from anyone. */
const companyName = text({ required: '请输入公司名称', trim: true, max: [100, '公司名称不能超过100个字符'] })
const contactName = text({ required: '请输入联系人', trim: true, max: [50, '联系人不能超过50个字符'] })
const phone = text({ required: '请输入手机号码', trim: true, max: [40, '请输入正确的手机号码'], check: ordinaryPhone })
export const dealerForm = { agentInfo: companyName, agentName: contactName, phone } satisfies Fields

/** The number ranges of Chinese carriers. */
const mainlandMobile = /^1(?:3\d|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/

/** The phone's form is stricter than the server, to catch typing errors early. */
const phoneDealerForm = {
  companyName: text({
    required: '请输入公司名称',
    trim: true,
    min: [4, '长度在 4 到 20 个字符'],
    max: [20, '长度在 4 到 20 个字符'],
  }),
  clientName: text({
    required: '请输入您的姓名',
    trim: true,
    min: [2, '长度在 2 到 10 个字符'],
    max: [10, '长度在 2 到 10 个字符'],
  }),
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

/** Where they want to sell, in the forms of both devices. */
export const dealerRegion = text({ trim: true, max: [50, '意向区域不能超过50个字符'] })

export const typedDealerForm = { ...dealerForm, phone: typedPhone(dealerForm.phone), region: dealerRegion }
export const typedPhoneDealerForm = {
  ...phoneDealerForm,
  phone: typedPhone(phoneDealerForm.phone),
  region: dealerRegion,
}

export const topics = ['产品咨询', '报价', '预约参观', '应聘'] as const
export type Topic = (typeof topics)[number]

/** What is stored of what visitors send: applications to become a dealer, and inquiries of customers. */
export const leadKindNames = ['dealer', 'inquiry'] as const
export type LeadKind = (typeof leadKindNames)[number]

/** What staff have done about an application or inquiry. */
export const followUpStates = {
  new: '新',
  contacted: '已联系',
  interested: '有意向',
  signed: '已签约',
  invalid: '无效',
} as const
export type FollowUpState = keyof typeof followUpStates

/** People say it on the telephone to name an application or inquiry. */
export const numberOf = (id: string): string => id.slice(-6).toUpperCase()

/** The box below a form, where the site asks for one; `privacy` is what the page of the notice is called. */
export const consentRule = (privacy: string): Rule<string> =>
  text({ required: `请先勾选同意《${privacy}》`, max: [10, '应为文字'] })

/** The outcome of a form that was posted without a script, for the page to render. */
export interface PostedForm {
  done?: true
  /** By when it is answered. */
  answer?: string
  /** The keys are the names of the fields, as they are of the errors. */
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  /** The products of a list. */
  rows?: readonly TypedRow[] | undefined
  /** The message of a failure that is not a field's. */
  failure?: string
}
