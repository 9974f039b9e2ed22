import type { ComponentType, FocusEvent, ReactNode } from 'react'
import { type PostedForm, typedAgentForm, typedDealerForm } from '../../../contract/application.ts'
import type { Rule } from '../../../contract/fields.ts'

export interface FormField {
  /** In the call, and so in its errors. */
  name: string
  label: string
  rule: Rule<string>
  /** `tick` is a box that has to be ticked. */
  is: 'text' | 'phone' | 'tick'
  autoComplete?: string
  placeholder?: string
  optional?: true
  /** Draws it, if it is more than one line. */
  Input?: ComponentType<InputProps>
}

export interface InputProps {
  id: string
  field: FormField
  value: string | undefined
  error: string | undefined
  autoFocus: boolean
  onInput(): void
  onBlur(event: FocusEvent<HTMLElement>): unknown
  /** Behind the label of a box. */
  children?: ReactNode
}

export interface ApplyKind {
  /** Where it is sent without a script. */
  action: '/dljm' | '/dailijiameng' | '/zixun'
  call: 'agentSave' | 'inquirySave'
  fields: readonly FormField[]
  submit: string
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

export const company = { is: 'text', label: '公司名称', autoComplete: 'organization', placeholder: '请输入公司全称' } as const
export const person = { is: 'text', autoComplete: 'name', placeholder: '方便我们称呼您' } as const
const mobile = { name: 'phone', is: 'phone', label: '手机号码', autoComplete: 'tel', placeholder: '11位手机号码' } as const

export const applyKinds: Readonly<Record<'dealer' | 'agent', ApplyKind>> = {
  dealer: {
    action: '/dljm',
    call: 'agentSave',
    submit: '提交申请',
    fields: [
      { ...company, name: 'agentInfo', rule: typedDealerForm.agentInfo },
      { ...person, name: 'agentName', label: '联系人', rule: typedDealerForm.agentName },
      { ...mobile, rule: typedDealerForm.phone },
    ],
  },
  agent: {
    action: '/dailijiameng',
    call: 'agentSave',
    submit: '提交申请',
    fields: [
      { ...company, name: 'companyName', rule: typedAgentForm.companyName },
      { ...person, name: 'clientName', label: '您的姓名', rule: typedAgentForm.clientName },
      { ...mobile, rule: typedAgentForm.phone },
    ],
    phoneCheckMs: 1000,
  },
}
