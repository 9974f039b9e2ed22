/** What visitors may send with a question; the ending follows from the bytes. */
export const leadFileTypes = ['pdf', 'jpg', 'png', 'dwg', 'dxf', 'docx', 'xlsx', 'zip'] as const
export type LeadFileType = (typeof leadFileTypes)[number]

/** As a field for files names them: phones offer the camera where pictures are among them. */
export const leadFileEndings = ['image/jpeg', 'image/png', '.jpeg', ...leadFileTypes.map((type) => `.${type}`)]

export const maxLeadFiles = 3
/** More than that no setting allows. */
export const maxLeadFileMegabytes = 20

export interface LeadFile {
  fileId: string
  name: string
  size: number
}

export const leadFileWords = {
  tooMany: `最多${maxLeadFiles}个文件`,
  wrongType: '只能发送PDF、JPG、PNG、DWG、DXF、DOCX、XLSX和ZIP文件',
  gone: '有文件已过期，请移除后重新选择',
  failed: '没有传上去，请重试',
  running: '文件还在上传，请稍候或取消',
  notTaken: '文件没有收到，请在联系时再发给我们',
  tooLarge: (megabytes: number): string => `文件合计不能超过${megabytes} MB`,
}

/** The field of the call, and of the form that is sent without a script. */
export const leadFileUpload = {
  field: 'file',
  under: maxLeadFileMegabytes * 1_048_576 + 1,
  tooLarge: leadFileWords.tooLarge(maxLeadFileMegabytes),
} as const

/** What is known to be refused before it is sent. */
export function leadFileRefusal(
  { size }: Pick<LeadFile, 'size'>,
  others: readonly Pick<LeadFile, 'size'>[],
  megabytes: number,
): string | undefined {
  if (others.length >= maxLeadFiles) return leadFileWords.tooMany
  const bytes = others.reduce((sum, other) => sum + other.size, size)
  return bytes > megabytes * 1_048_576 ? leadFileWords.tooLarge(megabytes) : undefined
}

const maxStem = 80

/** A stranger's name as one may show and save it: without a folder, characters that turn or hide others, and what systems refuse. */
export function leadFileName(sent: string, type: LeadFileType): string {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Z}\s<>:"|?*]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${[...stem.slice(0, 2 * maxStem)].slice(0, maxStem).join('') || '文件'}.${type}`
}
