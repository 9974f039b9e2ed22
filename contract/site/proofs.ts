import { isStarterPicture } from '../media/pictureName.ts'
import { hasOwn } from '../text/standIns.ts'

/** What a certificate may be: its name in addresses, and in words. */
export const certificateTypes = {
  certificate: '资质证书',
  test: '检测报告',
  patent: '专利',
  trademark: '商标',
  copyright: '软件著作权',
} as const
/** The page has them in this order. */
export const proofTypes = { ...certificateTypes, honour: '荣誉' } as const
export type ProofType = keyof typeof proofTypes
export const isProofType = (name: string): name is ProofType => hasOwn(proofTypes, name)

interface Honour
  extends Readonly<Record<'image' | 'name' | 'number' | 'issuer' | 'from' | 'until' | 'document', string>> {}
/** It proves an honour or a certificate. */
export interface Proof extends Honour {
  readonly type: ProofType
}
export interface ProofLists {
  honours: readonly Honour[]
  certificates: readonly Proof[]
}

export const proofsOf = ({ honours, certificates }: ProofLists): Proof[] => [
  ...honours.map((honour) => ({ ...honour, type: 'honour' as const })),
  ...certificates,
]

/** The last day is included. One without an end is always valid, and so is a sample: who begins a site later has them all. */
export const isValidOn =
  (day: string) =>
  ({ until, image }: Pick<Proof, 'until' | 'image'>): boolean =>
    until === '' || until >= day || isStarterPicture(image)

/** Writes `2026-03-12` as 2026年3月12日. */
export function chineseDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}
