import { topics, typedPhone } from './application.ts'
import { type Fields, oneOf, text } from '../calls/fields.ts'
import { isPhoneNumber } from '../text/phone.ts'

const wrongPhone = '请输入正确的手机号码、带区号的座机号码，或+开头的境外号码、邮箱'
const anyPhone = text({
  required: '请输入电话号码',
  trim: true,
  max: [80, wrongPhone],
  check: (value) => (isPhoneNumber(value) ? undefined : wrongPhone),
})
export const maxQuestionLength = 500

/** The form of everybody who has a question. */
export const inquiryForm = {
  topic: oneOf(topics, '请选择想咨询什么'),
  name: text({ required: '请输入您的姓名', trim: true, max: [50, '姓名不能超过50个字符'] }),
  phone: typedPhone(anyPhone),
  company: text({ trim: true, max: [100, '公司名称不能超过100个字符'] }),
  question: text({ trim: true, max: [maxQuestionLength, `问题不能超过${maxQuestionLength}个字符`] }),
} satisfies Fields
