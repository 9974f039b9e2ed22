import { received, topics } from '../../../contract/leads/application.ts'
import { inquiryForm } from '../../../contract/leads/inquiryForm.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { type ApplyKind, company, mobile, person } from './applyKinds.ts'

const kindWith = (choices: readonly string[]): ApplyKind => ({
  action: '/zixun',
  call: 'inquirySave',
  submit: '提交咨询',
  done: received,
  fields: [
    { ...person, name: 'name', label: '您的姓名', rule: inquiryForm.name },
    { ...mobile, label: '联系电话', rule: inquiryForm.phone, placeholder: '手机、座机或邮箱', mail: true },
    { is: 'choice', name: 'topic', label: '想咨询什么', rule: inquiryForm.topic, choices },
    { ...company, name: 'company', rule: inquiryForm.company, optional: true },
    {
      is: 'lines',
      name: 'question',
      label: '您的问题',
      rule: inquiryForm.question,
      optional: true,
      placeholder: '项目在哪里、规模多大、什么时候要用；应聘请写岗位和经历',
    },
  ],
})

export const inquiryKind = kindWith(topics)
/** Of products that have been chosen: it is about an offer for them. */
export const quoteKind: ApplyKind = {
  ...inquiryKind,
  action: quotePage,
  submit: '发送询价单',
  fields: inquiryKind.fields
    .filter(({ name }) => name !== 'topic')
    .map((field) => (field.name === 'question' ? { ...field, placeholder: '项目在哪里、什么时候要用' } : field)),
}
/** Where there is nothing to visit. */
export const inquiryKindAtDistance = kindWith(topics.filter((topic) => topic !== '预约参观'))
