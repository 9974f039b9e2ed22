import { useEffect, useRef, useState } from 'react'
import { type ColumnUse, guessColumns, headRow } from '../../../contract/kinds/sheetColumns.ts'
import { kinds } from '../../../contract/kinds/kinds.ts'
import type { Existing } from '../../../contract/kinds/entities.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { hashOf } from './hashOf.ts'
import { isHidden, openArchive } from './archive.ts'
import { loadExisting } from './existing.ts'
import { pastedSheet } from './pastedSheet.ts'
import { pathOf } from '../ui/droppedFiles.ts'
import { readSheet } from './readSheet.ts'
import { isSheet, isUsable, noSheetIn } from './rowFiles.ts'
import { withOneHead } from './rows.ts'
import { createSameFiles } from './sameFiles.ts'
import { SheetProblem } from './sheetProblem.ts'
import { usualHeads } from './sheetWords.ts'
import type { SheetContent } from './workbook.ts'

export interface Sheet extends SheetContent {
  /** Which of the rows has the names of the columns. */
  head: number
  uses: readonly ColumnUse[]
  /** The records of the site that its cells name. */
  existing: readonly Existing[]
  /** The addresses that are taken, where each record has its own. */
  paths: readonly string[]
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

  const [same] = useState(createSameFiles)

  async function read(file: File, { signal }: AbortController): Promise<void> {
    const content = await readSheet(file)
    const known = await loadExisting(kind, content.rows.flat(), signal)
    same.know(known.existing)
    await same.read(content.pictures.map((picture) => picture.file))
    const sheetKey = hashOf(JSON.stringify(content.rows))
    const head = headRow(kind, content.rows)
    const named = { ...content, rows: withOneHead(content.rows, head) }
    if (named.rows.length < head + 2)
      setProblem(`列名的下面没有内容。表格里要有一行是各列的名称，如${usualHeads(kind)}`)
    else setSheet({ ...named, head, uses: usesOf(kind, named, head), ...known, sheetKey })
  }
  async function open(given: readonly File[]): Promise<void> {
    const all = await opened(given.filter((file) => !isHidden(pathOf(file))))
    const sheets = all.filter(isSheet)
    // An export of everything has one for each kind.
    const first = sheets.find(({ name }) => name.startsWith(kinds[kind].noun)) ?? sheets[0]
    const others = all.filter((file) => !isSheet(file) && !files.some((other) => isSameFile(other, file)))
    if (!first && given.length > 0 && !all.some(isUsable)) setProblem(noSheetIn(all))
    if (first && sheets.length > 1)
      setProblem(`一次导入一个表格：先读取“${first.name}”，其余的${sheets.length - 1}个请随后再导入`)
    await same.read(others.filter(isUsable))
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
    isSame: same.isSame,
    reading,
    problem,
    take: (given: readonly File[]) => void take(given),
    paste: (cells: string) => take([pastedSheet(cells)]),
    setHead: (head: number) => setSheet((before) => before && { ...before, head, uses: usesOf(kind, before, head) }),
    setUses: (uses: readonly ColumnUse[]) => setSheet((before) => before && { ...before, uses }),
    restart(): void {
      setSheet(undefined)
      setProblem('')
    },
  }
}

/** What somebody has hidden is imported when he says so. */
const usesOf = (kind: SheetKind, { rows, hidden }: SheetContent, head: number): ColumnUse[] =>
  guessColumns(kind, rows[head] ?? []).map((use, at) => (hidden?.columns.includes(at) ? 'none' : use))

async function opened(given: readonly File[]): Promise<readonly File[]> {
  const all = await Promise.all(
    given.map(async (file) => (isArchive(file) && (await openArchive(file).catch(() => undefined))) || [file]),
  )
  return all.flat()
}

const isSameFile = (one: File, other: File): boolean =>
  pathOf(one) === pathOf(other) && one.size === other.size && one.lastModified === other.lastModified
