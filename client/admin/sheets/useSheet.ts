import { useEffect, useRef, useState } from 'react'
import { type ColumnUse, guessColumns, headRow } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { hashOf } from '../staging/hashOf.ts'
import { isHidden, openArchive } from './archive.ts'
import { loadExisting } from '../staging/existing.ts'
import { pastedSheet } from './pastedSheet.ts'
import type { Existing } from '../staging/staged.ts'
import { pathOf } from '../ui/droppedFiles.ts'
import { readSheet } from './readSheet.ts'
import { isDocument, isPicture, isSheet, noSheetIn } from './rowFiles.ts'
import { createSameFiles } from './sameFiles.ts'
import { SheetProblem } from './sheetProblem.ts'
import { usualHeads } from './sheetWords.ts'
import type { SheetContent } from './workbook.ts'

export interface Sheet extends SheetContent {
  /** Which of the rows has the names of the columns. */
  head: number
  uses: readonly ColumnUse[]
  existing: readonly Existing[]
  /** The same rows have the same one, in any browser. */
  sheetKey: string
}

const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name)

/** The sheet that was chosen, and the files beside it. */
export function useSheet(kind: SheetKind, dropped: readonly File[]) {
  const [sheet, setSheet] = useState<Sheet>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const controller = useRef(new AbortController())

  const { find, isSame } = useState(createSameFiles)[0]

  async function read(file: File, { signal }: AbortController): Promise<void> {
    const content = await readSheet(file)
    const { rows } = content
    const existing = await loadExisting(kind, signal)
    await find(
      content.pictures.map((picture) => picture.file),
      signal,
    )
    const sheetKey = hashOf(JSON.stringify(rows))
    const head = headRow(kind, rows)
    if (rows.length < head + 2) setProblem(`列名的下面没有内容。表格里要有一行是各列的名称，如${usualHeads(kind)}`)
    else setSheet({ ...content, head, uses: guessColumns(kind, rows[head] ?? []), existing, sheetKey })
  }
  async function open(given: readonly File[]): Promise<void> {
    const all = await opened(given.filter((file) => !isHidden(pathOf(file))))
    const [first, ...more] = all.filter(isSheet)
    const others = all.filter((file) => !isSheet(file) && !files.some((each) => isSameFile(each, file)))
    const isUsable = (file: File): boolean => isPicture(file) || isDocument(file)
    if (!first && given.length > 0 && !all.some(isUsable)) setProblem(noSheetIn(all))
    if (first && more.length > 0)
      setProblem(`一次导入一个表格：先读取“${first.name}”，其余的${more.length}个请随后再导入`)
    await find(others.filter(isUsable), controller.current.signal)
    setFiles((before) => [...before, ...others])
    if (first) await read(first, controller.current)
  }
  const take = async (given: readonly File[]): Promise<void> => {
    setProblem('')
    setReading(true)
    try {
      await open(given)
    } catch (cause) {
      setProblem(cause instanceof SheetProblem ? cause.message : messageOf(cause, '没有读成，请重试'))
    } finally {
      setReading(false)
    }
  }
  useEffect(() => {
    if (dropped.length > 0) void take(dropped)
    return () => controller.current.abort()
  }, [])
  return {
    sheet,
    files,
    isSame,
    reading,
    problem,
    take: (given: readonly File[]) => void take(given),
    paste: (cells: string) => take([pastedSheet(cells)]),
    setHead: (head: number) =>
      setSheet((before) => before && { ...before, head, uses: guessColumns(kind, before.rows[head] ?? []) }),
    setUses: (uses: readonly ColumnUse[]) => setSheet((before) => before && { ...before, uses }),
    restart(): void {
      setSheet(undefined)
      setProblem('')
    },
  }
}

async function opened(given: readonly File[]): Promise<readonly File[]> {
  const all = await Promise.all(
    given.map(async (file) => (isArchive(file) && (await openArchive(file).catch(() => undefined))) || [file]),
  )
  return all.flat()
}

const isSameFile = (one: File, other: File): boolean =>
  pathOf(one) === pathOf(other) && one.size === other.size && one.lastModified === other.lastModified
