import { inquiryForm } from '../../../contract/inquiryForm.ts'
import { type ApplyKind, company, person } from './applyKinds.ts'
import { QuestionInput, TopicInput } from './InquiryInputs.tsx'

const { topic, name, phone, company: companyRule, question } = inquiryForm

export const inquiryKind: ApplyKind = {
  action: '/zixun',
  call: 'inquirySave',
  submit: '提交咨询',
  fields: [
    { ...person, name: 'name', label: '您的姓名', rule: name },
    { is: 'phone', name: 'phone', label: '联系电话', rule: phone, autoComplete: 'tel', placeholder: '手机或带区号的座机' },
    { is: 'text', name: 'topic', label: '想咨询什么', rule: topic, Input: TopicInput },
    { ...company, name: 'company', rule: companyRule, optional: true },
    {
      is: 'text', name: 'question', label: '您的问题', rule: question, optional: true, placeholder: '项目在哪里、规模多大、什么时候要用',
      Input: QuestionInput,
    },
  ],
}
