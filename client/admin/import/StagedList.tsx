import { type ReactNode, useMemo, useState } from 'react'
import { truncate } from '../../../contract/text/characters.ts'
import { groupPath, maxGroups, namesIn, pathOf } from '../../../contract/kinds/groups.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { groupsOfSite } from '../session/session.ts'
import { lacksGroup, newGroupsOf } from './groups.ts'
import { nameIn, textIn } from './pictures.ts'
import { alongsideNotes, isLinked, type StagedFiles, type StagedRecord, type Ticks } from './staged.ts'

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
  const { made, left } = newGroupsOf(rows, groupsOfSite())
  const tickAll = (ticked: boolean): void =>
    onTicks(Object.fromEntries(rows.filter(({ isFixed }) => !isFixed).map(({ key }) => [key, ticked])))
  return (
    <>
      <p role="status" className="strong">
        {summaryOf(rows, unit)}
      </p>
      {children}
      <NewGroups {...{ rows, made, left }} />
      <p className="row">
        <LinkButton onClick={() => tickAll(true)}>全选</LinkButton>
        <LinkButton onClick={() => tickAll(false)}>全不选</LinkButton>
      </p>
      <ul className="staged" aria-label="要导入的内容">
        {visible.map((row) => (
          <RowLine
            key={row.key}
            {...{ row, unit }}
            lacksGroup={row.ticked && lacksGroup(row, left)}
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

/** Those that are ticked, those that cannot be, by what they are, and the others. */
function summaryOf(rows: readonly StagedRecord[], unit: string): string {
  const ticked = rows.filter((row) => row.ticked).map(({ sort }) => sort)
  const others = rows.filter((row) => !row.ticked).map(({ isFixed, sort }) => (isFixed ? sort : '没有勾选'))
  const words = [`选中${ticked.length}${unit}${ticked.length > 0 ? `：${countsOf(ticked).join('，')}` : ''}`]
  return `共${rows.length}${unit}，${words.concat(countsOf(others)).join('；')}`
}

function countsOf(sorts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const sort of sorts) counts.set(sort, (counts.get(sort) ?? 0) + 1)
  return Array.from(counts, ([sort, count]) => `${sort}${count}`)
}

function NewGroups({ rows, made, left }: { rows: readonly StagedRecord[]; made: string[]; left: string[] }) {
  const count = rows.filter((row) => row.ticked && lacksGroup(row, left)).length
  const notes = [
    made.length > 0 && `没有这些产品分类，会新建：${made.join('、')}。`,
    left.length > 0 && `产品分类最多${maxGroups}个，这些放不下：${left.join('、')}。请放进别的分类。`,
    count > 0 && `${count}个产品没有分类，发布以后产品中心里没有它们。`,
  ].filter((note) => note !== false)
  return notes.map((note) => (
    <p key={note} className="import-note">
      {note}
    </p>
  ))
}

interface GroupSelectProps {
  label: string
  /** What it can be called where it is a new one, the likeliest first. */
  own: readonly string[]
  value: string
  /** All that is staged. */
  rows: readonly StagedRecord[]
  onChoose(group: string): void
}

/** Which group products are in: one that the site has, or a new one, also that of others, or one below another. */
export function GroupSelect({ label, own, value, rows, onChoose }: GroupSelectProps) {
  const groups = groupsOfSite()
  const present = groups.map((group) => groupPath(groups, group))
  const fresh = [...new Set(own)].filter((path) => path !== '' && !present.includes(path))
  const { made, left } = newGroupsOf(rows, groups)
  const others = [...new Set([...made, ...left, value])].filter(
    (path) => path !== '' && !present.includes(path) && !fresh.includes(path),
  )
  const name = namesIn(own[0] ?? '').name
  const below = [...present, ...made]
    .filter((path) => namesIn(path).above === '' && path !== name)
    .map((path) => pathOf(path, name))
    .filter((path) => name !== '' && ![...present, ...fresh, ...others].includes(path))
  const options = (paths: readonly string[], words = '') =>
    paths.map((path) => (
      <option key={path} value={path}>
        {words + path}
      </option>
    ))
  // The line of the box cuts a long one.
  const isLong = !present.includes(value) && [...value].length > 14
  return (
    <>
      <select className="input" aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
        {value === '' && options([''])}
        {options(fresh, '新建：')}
        {others.length > 0 && <optgroup label="放进另一个新建的">{options(others)}</optgroup>}
        <optgroup label="放进网站上的">{options(present)}</optgroup>
        {below.length > 0 && <optgroup label="新建在一个分类下面">{options(below)}</optgroup>}
      </select>
      {isLong && <small className="muted">{value}</small>}
    </>
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
  lacksGroup: boolean
  choice: ReactNode
  onTick(ticked: boolean): void
}

function RowLine({ row, unit, lacksGroup: isWithoutGroup, choice, onTick }: RowProps) {
  const { line, title, group, facts, problem, missing, ticked, isFixed, excerpt } = row
  const lacking = missing.length > 0 ? [`缺少文件：${missing.slice(0, 3).map(nameIn).join('、')}`] : []
  const groupNotes = isWithoutGroup ? ['没有产品分类'] : []
  const notes = [
    ...(problem === undefined ? [] : [problem]),
    ...alongsideNotes(row),
    ...groupNotes,
    ...row.notes,
    ...lacking,
  ]
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
