import { typedPhone } from './application.ts'
import { type Fields, text } from '../calls/fields.ts'

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
