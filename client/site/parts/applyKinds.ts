import type { stored } from '../../lib/stored.ts'
import type { ReactNode, RefObject } from 'react'
import type { PostedForm } from '../../../contract/leads/application.ts'
import type { Rule } from '../../../contract/calls/fields.ts'
import type { LeadFile } from '../../../contract/leads/leadFiles.ts'
import type { quotePage } from '../../../contract/site/sitePages.ts'

export interface FormField {
  /** What the call, and so its errors, name it. */
  name: string
  label: string
  rule: Rule<string>
  /** `lines` is a text with the number of its characters, `tick` a box that has to be ticked. */
  is: 'text' | 'phone' | 'choice' | 'lines' | 'tick'
  /** Of which one is chosen. */
  choices?: readonly string[]
  autoComplete?: string
  placeholder?: string
  /** Of a telephone: a mail address may be typed instead, for which its keyboard has no @. */
  mail?: true
  optional?: true
}

export interface ApplyKind {
  /** Where it is sent without a script. */
  action: '/dljm' | '/dailijiameng' | '/zixun' | typeof quotePage
  call: 'leadSave' | 'inquirySave'
  fields: readonly FormField[]
  submit: string
  /** What it says when it is sent, before the time of the call back. */
  done: string
  /** How long after the last keystroke the phone number is checked; without it only when the field loses the focus. */
  phoneCheckMs?: number
}

/** Where the tab keeps which files have gone up. */
export type KeptFiles = ReturnType<typeof stored>

/** The files of a form, as far as its sending is concerned. */
export interface SentFiles {
  /** Undefined while one is uploading, and once after one has failed. `missing`: the names of the failed ones. */
  read(): { files: readonly LeadFile[]; missing: string } | undefined
  clear(): void
  say(message: string): void
}

export interface ApplyOptions {
  /** The outcome, when it was sent without a script. */
  posted?: PostedForm | undefined
  /** What the link to the form has chosen, by the names of the fields. */
  chosen?: Readonly<Record<string, string>> | undefined
  /** What is sent beside the fields; undefined where it is not valid, and its own part of the form says so. */
  more?: (() => { items?: object[] } | undefined) | undefined
  onDone?: (() => void) | undefined
  files?: { sent: RefObject<SentFiles | null>; field: ReactNode } | undefined
}

export const company = {
  is: 'text',
  label: '公司名称',
  autoComplete: 'organization',
  placeholder: '请输入公司全称',
} as const
export const person = { is: 'text', autoComplete: 'name', placeholder: '方便我们称呼您' } as const
export const mobile = {
  name: 'phone',
  is: 'phone',
  label: '手机号码',
  autoComplete: 'tel',
  placeholder: '11位手机号码',
} as const
export const region = {
  name: 'region',
  is: 'text',
  label: '意向区域',
  placeholder: '省、市或区县',
  optional: true,
} as const
