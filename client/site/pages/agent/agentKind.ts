import { applied } from '../../../../contract/leads/application.ts'
import { typedPhoneDealerForm } from '../../../../contract/leads/dealerForm.ts'
import { type ApplyKind, company, mobile, person, region } from '../../parts/applyKinds.ts'

/** The form of phones. */
export const agentKind: ApplyKind = {
  action: '/dailijiameng',
  call: 'leadSave',
  submit: '提交申请',
  done: applied,
  fields: [
    { ...company, name: 'companyName', rule: typedPhoneDealerForm.companyName },
    { ...person, name: 'clientName', label: '您的姓名', rule: typedPhoneDealerForm.clientName },
    { ...mobile, rule: typedPhoneDealerForm.phone },
    { ...region, rule: typedPhoneDealerForm.region },
  ],
  phoneCheckMs: 1000,
}
