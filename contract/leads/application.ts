import { type Rule, text, untouched } from '../calls/fields.ts'
import { normalPhone } from '../text/phone.ts'
import type { TypedRow } from './quoteList.ts'

export const applied = '申请成功！'
/** The reply to a question; `arrivedWords` follow it. */
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

export const topics = ['产品咨询', '报价', '预约参观', '应聘'] as const
export type Topic = (typeof topics)[number]

/** The box below a form, where the site asks for one; `privacy` is what the page of the notice is called. */
export const consentRule = (privacy: string): Rule<string> =>
  text({ required: `请先勾选同意《${privacy}》`, max: [10, '应为文字'] })

/** The outcome of a form that was posted without a script, for the page to render. */
export interface PostedForm {
  done?: true
  /** By when it is answered, after what has come of an inquiry. */
  answer?: string
  /** The products that were asked for, in words. */
  sent?: string | undefined
  /** The keys are the names of the fields, as they are of the errors. */
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  /** The products of a list. */
  rows?: readonly TypedRow[] | undefined
  /** The message of a failure that is not a field's. */
  failure?: string
}
