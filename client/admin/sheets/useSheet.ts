import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/callError.ts'
import { type ColumnUse, guessColumns, type SheetKind } from './columns.ts'
import { loadExisting } from './importing.ts'
import { type Existing, isDocument, isPicture } from './plan.ts'
import { readSheet } from './readSheet.ts'
import { readPasted, type Rows } from './rows.ts'
import { SheetProblem } from './sheetProblem.ts'

export interface Sheet {
  rows: Rows
  uses: readonly ColumnUse[]
  existing: readonly Existing[]
}

const isSheet = ({ name }: File): boolean => /\.(?:xlsx|xls|csv)$/i.test(name)

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
      if (rows.length < 2) setProblem('表格里只有一行。第一行应是各列的名称，如名称、型号、分类')
      else setSheet({ rows, uses: guessColumns(kind, rows), existing })
    } catch (cause) {
      setProblem(cause instanceof SheetProblem ? cause.message : messageOf(cause, '没有读成，请重试'))
    } finally {
      setReading(false)
    }
  }
  const take = (given: readonly File[]): void => {
    const [first] = given.filter(isSheet)
    const others = given.filter((file) => file !== first && (isPicture(file) || isDocument(file)))
    setFiles((before) => [...before, ...others.filter((file) => !before.some((each) => isSameFile(each, file)))])
    if (first) void read(() => readSheet(first))
    else if (others.length === 0 && given.length > 0) setProblem('请选择.xlsx或.csv的表格，或者JPG、PNG图片和PDF')
  }
  useEffect(() => {
    if (dropped.length > 0) take(dropped)
    return () => controller.current.abort()
  }, [])
  return {
    sheet,
    files,
    reading,
    problem,
    take,
    paste: (text: string) => read(async () => readPasted(text)),
    setUses: (uses: readonly ColumnUse[]) => setSheet((before) => before && { ...before, uses }),
    restart(): void {
      setSheet(undefined)
      setProblem('')
    },
  }
}

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
