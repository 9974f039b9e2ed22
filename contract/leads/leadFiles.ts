export const maxLeadFiles = 3
/** More than that no setting allows. */
export const maxLeadFileMegabytes = 20

export interface LeadFile {
  fileId: string
  name: string
  size: number
}

export const tooLargeTogether = (megabytes: number): string => `文件合计不能超过${megabytes} MB`

/** The field of the call, and of the form that is sent without a script. */
export const leadFileUpload = {
  field: 'file',
  under: maxLeadFileMegabytes * 1_048_576 + 1,
  tooLarge: tooLargeTogether(maxLeadFileMegabytes),
} as const

/** The reply when the words have arrived without some files. */
export const answerWithoutFiles = (answer: string, files = '文件'): string =>
  `${answer.replace(/。$/, '')}。${files}没有收到，请在联系时再发给我们`
