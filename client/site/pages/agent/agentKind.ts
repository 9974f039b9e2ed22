import { applied, typedAgentForm } from '../../../../contract/application.ts'
import { type ApplyKind, company, mobile, person, region } from '../../parts/applyKinds.ts'

/** The form of phones. */
export const agentKind: ApplyKind = {
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
}
