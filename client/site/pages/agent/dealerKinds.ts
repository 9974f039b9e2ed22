import { applied } from '../../../../contract/leads/application.ts'
import { typedDealerForm, typedPhoneDealerForm } from '../../../../contract/leads/dealerForm.ts'
import { type ApplyKind, company, mobile, person, region } from '../../parts/applyKinds.ts'

const ofDealers = { call: 'leadSave', submit: '提交申请', done: applied } as const

/** The form of desktops. */
export const dealerKind: ApplyKind = {
  ...ofDealers,
  action: '/dljm',
  fields: [
    { ...company, name: 'agentInfo', rule: typedDealerForm.agentInfo },
    { ...person, name: 'agentName', label: '联系人', rule: typedDealerForm.agentName },
    { ...mobile, rule: typedDealerForm.phone },
    { ...region, rule: typedDealerForm.region },
  ],
}

export const phoneDealerKind: ApplyKind = {
  ...ofDealers,
  action: '/dailijiameng',
  fields: [
    { ...company, name: 'companyName', rule: typedPhoneDealerForm.companyName },
    { ...person, name: 'clientName', label: '您的姓名', rule: typedPhoneDealerForm.clientName },
    { ...mobile, rule: typedPhoneDealerForm.phone },
    { ...region, rule: typedPhoneDealerForm.region },
  ],
  phoneCheckMs: 1000,
}
