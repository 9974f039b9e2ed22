import { type ReactNode, useMemo, useState } from 'react'
import { truncate } from '../../../contract/characters.ts'
import { maxGroups } from '../../../contract/locations.ts'
import { readableAddress } from '../../../contract/redirects.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { newGroupsOf, presentGroups } from './groups.ts'
import { nameIn, textIn } from './pictures.ts'
import { isLinked, type StagedFiles, type StagedRecord, type Ticks } from './staged.ts'

interface Props<Row extends StagedRecord> {
  rows: readonly Row[]
  /** Such as 行. */
  unit: string
  /** What its columns are, and its files. */
  children: ReactNode
  /** What else can be chosen for one. */
  choiceOf?(row: Row): ReactNode
  ticks: Ticks
  onTicks(ticks: Ticks): void
}

const shownAtFirst = 200

/** What everything that was read becomes, and which of it. */
export function StagedList<Row extends StagedRecord>({ rows, unit, children, choiceOf, ticks, onTicks }: Props<Row>) {
  const [all, setAll] = useState(false)
  const sorted = [...rows].sort((one, other) => Number(other.needsLook) - Number(one.needsLook))
  const visible = all ? sorted : sorted.slice(0, shownAtFirst)
  const tickAll = (ticked: boolean): void =>
    onTicks(Object.fromEntries(rows.filter(({ isFixed }) => !isFixed).map(({ key }) => [key, ticked])))
  return (
    <>
      <p role="status" className="strong">
        {summaryOf(rows, unit)}
      </p>
      {children}
      <NewGroups rows={rows} />
      <p className="row">
        <LinkButton onClick={() => tickAll(true)}>全选</LinkButton>
        <LinkButton onClick={() => tickAll(false)}>全不选</LinkButton>
      </p>
      <ul className="staged" aria-label="要导入的内容">
        {visible.map((row) => (
          <RowLine
            key={row.key}
            {...{ row, unit }}
            choice={choiceOf?.(row)}
            onTick={(ticked) => onTicks({ ...ticks, [row.key]: ticked })}
          />
        ))}
      </ul>
      {rows.length > shownAtFirst && !all && (
        <LinkButton onClick={() => setAll(true)}>{`显示全部${rows.length}${unit}`}</LinkButton>
      )}
    </>
  )
}

/** Those that are ticked and those that cannot be, by what they are. */
function summaryOf(rows: readonly StagedRecord[], unit: string): string {
  const ticked = rows.filter((row) => row.ticked)
  const fixed = countsOf(rows.filter((row) => row.isFixed && !row.ticked))
  const words = [`选中${ticked.length}${unit}${ticked.length > 0 ? `：${countsOf(ticked).join('，')}` : ''}`, ...fixed]
  return `共${rows.length}${unit}，${words.join('；')}`
}

function countsOf(rows: readonly StagedRecord[]): string[] {
  const counts = new Map<string, number>()
  for (const { sort } of rows) counts.set(sort, (counts.get(sort) ?? 0) + 1)
  return Array.from(counts, ([sort, count]) => `${sort}${count}`)
}

function NewGroups({ rows }: { rows: readonly StagedRecord[] }) {
  const { made, left } = newGroupsOf(rows, presentGroups())
  return (
    <>
      {made.length > 0 && <p className="import-note">{`没有这些产品分类，会新建：${made.join('、')}。`}</p>}
      {left.length > 0 && (
        <p className="import-note">
          {`产品分类最多${maxGroups}个，这些分类的产品先不在任何分类里：${left.join('、')}。可以放进现有的分类。`}
        </p>
      )}
    </>
  )
}

interface GroupSelectProps {
  label: string
  /** What it is called in the source; '' where that cannot be a group. */
  own: string
  value: string
  onChoose(group: string): void
}

/** Which group products are in: one that the site has, or a new one. */
export function GroupSelect({ label, own, value, onChoose }: GroupSelectProps) {
  const present = presentGroups()
  return (
    <select className="input" aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {own !== '' && !present.includes(own) && <option value={own}>{`新建分类“${own}”`}</option>}
      {present.map((group) => (
        <option key={group} value={group}>
          {`放进${group}`}
        </option>
      ))}
    </select>
  )
}

/** How many pictures and documents it has. */
function filesIn({ pictures, otherPictures, textPictures, documents }: StagedFiles): string[] {
  const all = [...new Set([...pictures, ...otherPictures.values(), ...textPictures.values()])]
  const linked = all.filter(isLinked).length
  const counts = [
    { words: `图片${all.length - linked}张`, count: all.length - linked },
    { words: `文件${linked}个`, count: linked },
    { words: `资料${documents.length}份`, count: documents.length },
  ]
  return counts.filter(({ count }) => count > 0).map(({ words }) => words)
}

const excerptLength = 120

/** How its text begins, by which a person sees whether the right part of the page was read. */
function Excerpt({ html }: { html: string }) {
  const text = useMemo(() => textIn(html), [html])
  const beginning = truncate(text, excerptLength)
  const shown = beginning === text ? text : `${beginning}……`
  return <small>{shown === '' ? '没有正文' : `${shown}（共${text.length}字）`}</small>
}

interface RowProps {
  row: StagedRecord
  unit: string
  choice: ReactNode
  onTick(ticked: boolean): void
}

function RowLine({ row, unit, choice, onTick }: RowProps) {
  const { line, title, group, facts, problem, missing, ticked, isFixed, excerpt } = row
  const lacking = missing.length > 0 ? [`缺少文件：${missing.slice(0, 3).map(nameIn).join('、')}`] : []
  const notes = [...(problem === undefined ? [] : [problem]), ...row.notes, ...lacking]
  const about = [`第${line}${unit}`, ...facts, ...(group === '' ? [] : [group]), ...filesIn(row)]
  const [from] = row.from
  return (
    <li className="row boxed">
      <label className="row fill">
        <input type="checkbox" checked={ticked} disabled={isFixed} onChange={({ target }) => onTick(target.checked)} />
        <span className="stack tight fill">
          <span>{title || '（无标题）'}</span>
          <small className="muted">{about.join(' · ')}</small>
          {excerpt !== undefined && <Excerpt html={excerpt} />}
          {from !== undefined && <small className="muted">{readableAddress(from)}</small>}
          {notes.length > 0 && <small className="import-note">{notes.join('；')}</small>}
        </span>
      </label>
      {choice}
    </li>
  )
}
