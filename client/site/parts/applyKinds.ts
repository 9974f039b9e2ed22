import {
  applied,
  dealerRegion,
  type PostedForm,
  received,
  typedAgentForm,
  typedDealerForm,
} from '../../../contract/application.ts'
import type { Rule } from '../../../contract/fields.ts'
import { inquiryForm } from '../../../contract/inquiryForm.ts'

export interface FormField {
  /** What the call, and so its errors, name it. */
  name: string
  label: string
  rule: Rule<string>
  /** `choice` is one of the topics, `lines` a text with the number of its characters, `tick` a box that has to be ticked. */
  is: 'text' | 'phone' | 'choice' | 'lines' | 'tick'
  autoComplete?: string
  placeholder?: string
  optional?: true
}

export interface ApplyKind {
  /** Where it is sent without a script. */
  action: '/dljm' | '/dailijiameng' | '/zixun'
  call: 'agentSave' | 'inquirySave'
  fields: readonly FormField[]
  submit: string
  /** What it says when it is sent, before the time of the call back. */
  done: string
  /** How long after the last keystroke the phone number is checked; without it only when the field loses the focus. */
  phoneCheckMs?: number
}

export interface ApplyOptions {
  /** The outcome, when it was sent without a script. */
  posted?: PostedForm | undefined
  /** What the link to the form has chosen, by the names of the fields. */
  chosen?: Readonly<Record<string, string>> | undefined
  /** What is sent beside the fields. */
  more?: (() => object) | undefined
}

const company = { is: 'text', label: '公司名称', autoComplete: 'organization', placeholder: '请输入公司全称' } as const
const person = { is: 'text', autoComplete: 'name', placeholder: '方便我们称呼您' } as const
const mobile = {
  name: 'phone',
  is: 'phone',
  label: '手机号码',
  autoComplete: 'tel',
  placeholder: '11位手机号码',
} as const

const region = {
  name: 'region',
  is: 'text',
  label: '意向区域',
  rule: dealerRegion,
  placeholder: '例如：山东淄博',
  optional: true,
} as const

export const applyKinds: Readonly<Record<'dealer' | 'agent' | 'inquiry', ApplyKind>> = {
  dealer: {
    action: '/dljm',
    call: 'agentSave',
    submit: '提交申请',
    done: applied,
    fields: [
      { ...company, name: 'agentInfo', rule: typedDealerForm.agentInfo },
      { ...person, name: 'agentName', label: '联系人', rule: typedDealerForm.agentName },
      { ...mobile, rule: typedDealerForm.phone },
      region,
    ],
  },
  agent: {
    action: '/dailijiameng',
    call: 'agentSave',
    submit: '提交申请',
    done: applied,
    fields: [
      { ...company, name: 'companyName', rule: typedAgentForm.companyName },
      { ...person, name: 'clientName', label: '您的姓名', rule: typedAgentForm.clientName },
      { ...mobile, rule: typedAgentForm.phone },
      region,
    ],
    phoneCheckMs: 1000,
  },
  inquiry: {
    action: '/zixun',
    call: 'inquirySave',
    submit: '提交咨询',
    done: `${received}，`,
    fields: [
      { ...person, name: 'name', label: '您的姓名', rule: inquiryForm.name },
      { ...mobile, label: '联系电话', rule: inquiryForm.phone, placeholder: '手机或带区号的座机' },
      { is: 'choice', name: 'topic', label: '想咨询什么', rule: inquiryForm.topic },
      { ...company, name: 'company', rule: inquiryForm.company, optional: true },
      {
        is: 'lines',
        name: 'question',
        label: '您的问题',
        rule: inquiryForm.question,
        optional: true,
        placeholder: '项目在哪里、规模多大、什么时候要用',
      },
    ],
  },
}
