import { agentForm, dealerForm } from '../../../contract/application.ts'
import type { InputOf } from '../../../contract/calls.ts'
import type { Rule } from '../../../contract/fields.ts'

export const applyFields = ['company', 'person', 'phone'] as const
export type ApplyField = (typeof applyFields)[number]
export type Applied = Record<ApplyField, string>

export interface ApplyKind {
  /** Where it is sent without a script. */
  action: string
  rules: Record<ApplyField, Rule<string>>
  labels: Record<ApplyField, string>
  /** The name of each field in the call, and so in its errors. */
  names: Record<ApplyField, string>
  inputOf(applied: Applied): InputOf<'agentSave'>
  /** How long after the last keystroke the phone number is checked; without it only when the field loses the focus. */
  phoneCheckMs?: number
}

export const applyKinds: Readonly<Record<'dealer' | 'agent', ApplyKind>> = {
  dealer: {
    action: '/dljm',
    rules: { company: dealerForm.agentInfo, person: dealerForm.agentName, phone: dealerForm.phone },
    labels: { company: '公司名称', person: '联系人', phone: '手机号码' },
    names: { company: 'agentInfo', person: 'agentName', phone: 'phone' },
    inputOf: ({ company, person, phone }) => ({ agentInfo: company, agentName: person, phone }),
  },
  agent: {
    action: '/dailijiameng',
    rules: { company: agentForm.companyName, person: agentForm.clientName, phone: agentForm.phone },
    labels: { company: '公司名称', person: '您的姓名', phone: '手机号码' },
    names: { company: 'companyName', person: 'clientName', phone: 'phone' },
    inputOf: ({ company, person, phone }) => ({ companyName: company, clientName: person, phone }),
    phoneCheckMs: 1000,
  },
}
