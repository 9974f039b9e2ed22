import { columnUses, exampleName, sheetFields } from '../../../contract/kinds/sheetColumns.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import type { FileSource } from './staged.ts'
import { pathOf } from '../ui/droppedFiles.ts'

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

const mostNamed = 5

/** How many files have found their row, and which ones have not. */
export function matchWords(files: readonly File[], matched: ReadonlySet<FileSource>): string {
  const unmatched = files.filter((file) => !matched.has(file))
  const matchedWords = `${files.length - unmatched.length}个文件配上了`
  if (unmatched.length === 0) return matchedWords
  const names = unmatched.slice(0, mostNamed).map((file) => pathOf(file).replace(/^\//, ''))
  return `${matchedWords}，${unmatched.length}个没有用上：${names.join('、')}${unmatched.length > mostNamed ? '……' : ''}`
}
