import { type Fields, text, untouched } from './fields.ts'

/** What keeps a site from being ready for visitors, and what would make it better. */
export const checkStates = { problem: '要处理', warning: '建议', ok: '正常' } as const
export type CheckState = keyof typeof checkStates

export interface Check {
  id: string
  title: string
  state: CheckState
  why: string
  /** It is a step of the first hour. */
  first?: true
  /** Where it is put right. */
  link?: string
  /** What the button says that puts it right at once. */
  mend?: string
  /** What was found, place by place; absent for nothing. */
  findings?: Finding[]
}

export interface Finding {
  text: string
  link?: string
  claim?: Claim
}

/** A sentence with words that the advertising law allows only to who can prove them. */
export interface Claim {
  /** Follows from the sentence, so that another sentence asks again. */
  key: string
  sentence: string
  words: string[]
  /** A: hardly ever allowed; B: with evidence. */
  level: 'A' | 'B'
  evidence?: Evidence
}

interface Evidence {
  note: string
  by: string
  at: string
}

/** An empty note withdraws the evidence. */
export const evidenceForm = {
  key: untouched('缺少句子的编号'),
  note: text({ trim: true, max: [500, '依据不能超过500个字符'] }),
} satisfies Fields

export const evidenceNeeded = '请写明谁认定的、什么文件'

/** Such as 3项要处理 · 2项建议 · 15项正常. */
export const checkSummary = (checks: readonly Pick<Check, 'state'>[]): string =>
  (Object.keys(checkStates) as CheckState[])
    .flatMap((state) => {
      const count = checks.filter((check) => check.state === state).length
      return count > 0 ? [`${count}项${checkStates[state]}`] : []
    })
    .join(' · ')
