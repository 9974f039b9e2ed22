import { columnUses, exampleName, sheetFields } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import type { FileSource } from '../staging/staged.ts'
import { pathOf } from '../ui/droppedFiles.ts'
import { isDocument, isPicture } from './rowFiles.ts'

/** The names of columns that most sheets have. */
export const usualHeads = (kind: SheetKind): string =>
  ['title', 'model', 'group', 'date', 'intro', 'body']
    .flatMap((use) => columnUses[kind].get(use) ?? [])
    .slice(0, 4)
    .join('、')

/** How a sheet of the kind is written. */
export function columnWords(kind: SheetKind): string {
  const { pairs, group } = sheetFields[kind]
  const others = pairs ? `别的列成为${pairs.label}` : '别的列不导入'
  const groups = group ? `${columnUses[kind].get('group')}可以写成“上级/下级”，也可以上级、下级各占一列。` : ''
  return `有一行是各列的名称，如${usualHeads(kind)}；${others}。${groups}`
}

/** What goes with a sheet of the kind. */
export const filesBeside = (kind: SheetKind): string => (sheetFields[kind].documents ? '图片和PDF' : '图片')

/** How files find their rows. */
export function fileWords(kind: SheetKind, noun: string): string {
  const { pictures } = sheetFields[kind]
  const labels = ['model', 'title'].flatMap((use) => columnUses[kind].get(use) ?? [])
  const example = exampleName(kind)
  const second = pictures ? `，“${example}-2.jpg”是它的第二张` : ''
  return `${filesBeside(kind)}按文件名或所在的文件夹配给${noun}：“${example}.jpg”配给${labels.join('或')}是${example}的${second}；很多张可以放在一个.zip里。`
}

/** Files that wait for their sheet; '' where there are none. */
export function waitingWords(files: readonly File[]): string {
  const pictures = files.filter(isPicture).length
  const documents = files.filter(isDocument).length
  const counts = [...(pictures > 0 ? [`${pictures}张图片`] : []), ...(documents > 0 ? [`${documents}份资料`] : [])]
  return counts.length > 0 ? `已放入${counts.join('、')}，请再选择表格` : ''
}

const mostNamed = 5

/** How many files have found their row, and which ones have not. */
export function matchWords(files: readonly File[], matched: ReadonlySet<FileSource>): string {
  const left = files.filter((file) => !matched.has(file))
  const found = `${files.length - left.length}个文件配上了`
  if (left.length === 0) return found
  const names = left.slice(0, mostNamed).map((file) => pathOf(file).replace(/^\//, ''))
  return `${found}，${left.length}个没有用上：${names.join('、')}${left.length > mostNamed ? '……' : ''}`
}
