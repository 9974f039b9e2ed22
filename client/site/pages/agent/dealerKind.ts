import { applied } from '../../../../contract/leads/application.ts'
import { typedDealerForm } from '../../../../contract/leads/dealerForm.ts'
import { type ApplyKind, company, mobile, person, region } from '../../parts/applyKinds.ts'

/** The form of desktops. */
export const dealerKind: ApplyKind = {
  action: '/dljm',
  call: 'leadSave',
  submit: '提交申请',
  done: applied,
  fields: [
    { ...company, name: 'agentInfo', rule: typedDealerForm.agentInfo },
    { ...person, name: 'agentName', label: '联系人', rule: typedDealerForm.agentName },
    { ...mobile, rule: typedDealerForm.phone },
    { ...region, rule: typedDealerForm.region },
  ],
}
