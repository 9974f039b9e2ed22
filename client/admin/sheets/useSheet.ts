import { useEffect, useRef, useState } from 'react'
import { type ColumnUse, guessColumns, headRow } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { hashOf } from '../staging/hashOf.ts'
import { loadExisting } from './existing.ts'
import { pastedSheet } from './pastedSheet.ts'
import type { Existing } from '../staging/staged.ts'
import { readSheet } from './readSheet.ts'
import { isDocument, isPicture } from './rowFiles.ts'
import type { Rows } from './rows.ts'
import { SheetProblem } from './sheetProblem.ts'
import { filesInArchive } from './zip.ts'

export interface Sheet {
  rows: Rows
  /** Which of the rows has the names of the columns. */
  head: number
  uses: readonly ColumnUse[]
  existing: readonly Existing[]
  /** The same rows have the same one, in any browser. */
  sheetKey: string
}

export const isSheet = ({ name }: File): boolean => /\.(?:xlsx|xls|csv)$/i.test(name)
const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name)

/** The sheet that was chosen, and the files beside it. */
export function useSheet(kind: SheetKind, dropped: readonly File[]) {
  const [sheet, setSheet] = useState<Sheet>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const controller = useRef(new AbortController())

  const read = async (rowsOf: () => Promise<Rows>): Promise<void> => {
    setProblem('')
    setReading(true)
    try {
      const rows = await rowsOf()
      const existing = await loadExisting(kind, controller.current.signal)
      const sheetKey = hashOf(JSON.stringify(rows))
      const head = headRow(kind, rows)
      if (rows.length < head + 2) setProblem('列名的下面没有内容。表格里要有一行是各列的名称，如名称、型号、产品位置')
      else setSheet({ rows, head, uses: guessColumns(kind, rows[head] ?? []), existing, sheetKey })
    } catch (cause) {
      setProblem(cause instanceof SheetProblem ? cause.message : messageOf(cause, '没有读成，请重试'))
    } finally {
      setReading(false)
    }
  }
  const take = async (given: readonly File[]): Promise<void> => {
    const all = await unpacked(given)
    const [first, ...more] = all.filter(isSheet)
    const others = all.filter((file) => !isSheet(file) && (isPicture(file) || isDocument(file)))
    setFiles((before) => [...before, ...others.filter((file) => !before.some((each) => isSameFile(each, file)))])
    if (first) await read(() => readSheet(first))
    else if (others.length === 0 && given.length > 0) setProblem('请选择.xlsx或.csv的表格，或者JPG、PNG图片和PDF')
    if (first && more.length > 0)
      setProblem(`一次导入一个表格：先读取“${first.name}”，其余的${more.length}个请随后再导入`)
  }
  useEffect(() => {
    if (dropped.length > 0) void take(dropped)
    return () => controller.current.abort()
  }, [])
  return {
    sheet,
    files,
    reading,
    problem,
    take: (given: readonly File[]) => void take(given),
    paste: (cells: string) => read(() => readSheet(pastedSheet(cells))),
    setHead: (head: number) =>
      setSheet((before) => before && { ...before, head, uses: guessColumns(kind, before.rows[head] ?? []) }),
    setUses: (uses: readonly ColumnUse[]) => setSheet((before) => before && { ...before, uses }),
    restart(): void {
      setSheet(undefined)
      setProblem('')
    },
  }
}

/** An archive that an export has made has the sheet in it; any other is a document of a product. */
async function unpacked(given: readonly File[]): Promise<readonly File[]> {
  if (given.some(isSheet)) return given
  const all = await Promise.all(
    given.map(async (file) => {
      const inside = isArchive(file) ? await filesInArchive(file).catch(() => undefined) : undefined
      return inside?.some(isSheet) ? inside : [file]
    }),
  )
  return all.flat()
}

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
