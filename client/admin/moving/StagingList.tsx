import { truncate } from '../../../contract/characters.ts'
import { useMemo, useState } from 'react'
import { kinds } from '../../../contract/kinds.ts'
import { type MovedKind, movedKinds } from '../../../contract/movedRecords.ts'
import { readableAddress } from '../../../contract/redirects.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { nameIn, textIn } from './pictures.ts'
import { type Choices, dateOf, groupNameOf, type StagedRecord } from './staging.ts'

interface Props {
  rows: readonly StagedRecord[]
  choices: Choices
  files: readonly File[]
  /** What the source itself has to say. */
  notes: readonly string[]
  /** The groups of products that the site has, those that will be made, and those for which there is no room. */
  present: readonly string[]
  groups: { made: readonly string[]; left: readonly string[] }
  onChoices(choices: Choices): void
  take(files: readonly File[]): void
}

const shownAtFirst = 200

/** What each record of the source becomes, and which of them. */
export function StagingList({ rows, choices, files, notes, present, groups, onChoices, take }: Props) {
  const [all, setAll] = useState(false)
  const visible = all ? rows : rows.slice(0, shownAtFirst)
  const open = rows.filter(({ problem }) => problem === undefined)
  const ticks = (ticked: boolean): void =>
    onChoices({ ...choices, ticks: Object.fromEntries(open.map(({ record }) => [record.key, ticked])) })
  return (
    <>
      <p role="status" className="strong">
        {summaryOf(rows)}
      </p>
      <Lines lines={notes} />
      <Columns {...{ rows, choices, present, onChoices }} />
      {groups.made.length > 0 && (
        <p className="import-note">{`没有这些产品分类，会新建：${groups.made.join('、')}。`}</p>
      )}
      {groups.left.length > 0 && (
        <p className="import-note">{`产品分类满了，这些分类的产品先不在任何分类里：${groups.left.join('、')}。`}</p>
      )}
      <Pictures {...{ rows, files, take }} />
      <p className="row">
        <LinkButton onClick={() => ticks(true)}>全选</LinkButton>
        <LinkButton onClick={() => ticks(false)}>全不选</LinkButton>
      </p>
      <ul className="moved" aria-label="要搬的内容">
        {visible.map((row) => (
          <Row
            key={row.record.key}
            row={row}
            onTick={(ticked) => onChoices({ ...choices, ticks: { ...choices.ticks, [row.record.key]: ticked } })}
            onKind={(kind) => onChoices({ ...choices, kinds: { ...choices.kinds, [row.record.key]: kind } })}
          />
        ))}
      </ul>
      {rows.length > shownAtFirst && !all && (
        <LinkButton onClick={() => setAll(true)}>{`显示全部${rows.length}条`}</LinkButton>
      )}
    </>
  )
}

function summaryOf(rows: readonly StagedRecord[]): string {
  const ready = rows.filter(({ ticked }) => ticked)
  const counts = movedKinds.map((kind) => ({ kind, count: ready.filter((row) => row.kind === kind).length }))
  const words = counts.filter(({ count }) => count > 0).map(({ kind, count }) => `${kinds[kind].noun}${count}`)
  return `共${rows.length}条，选中${ready.length}条${words.length > 0 ? `：${words.join('，')}` : ''}`
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <ul className="small import-note">
      {lines.slice(0, 50).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )

/** What the columns of the old site become, each with all of its records. */
function Columns({ rows, choices, present, onChoices }: Pick<Props, 'rows' | 'choices' | 'present' | 'onChoices'>) {
  const columns = new Map<string, StagedRecord[]>()
  for (const row of rows) columns.set(row.record.column, [...(columns.get(row.record.column) ?? []), row])
  return (
    <section className="stack tight" aria-label="各栏目成为什么">
      <h3>各栏目成为什么</h3>
      <ul className="import-columns">
        {[...columns].map(([name, inColumn]) => (
          <li key={name} className="boxed stack tight">
            <b className="clamped">{name || '（没有栏目）'}</b>
            <small className="muted">{`${inColumn.length}条`}</small>
            <select
              className="input"
              aria-label={`“${name || '没有栏目'}”成为什么`}
              value={choices.columns[name] ?? kindOfAll(inColumn)}
              onChange={({ target }) =>
                onChoices({ ...choices, columns: { ...choices.columns, [name]: target.value as MovedKind | 'none' } })
              }
            >
              <option value={differing} hidden>
                各不相同
              </option>
              <KindOptions />
              <option value="none">不搬</option>
            </select>
            <ColumnGroup
              {...{ name, present }}
              row={inColumn.find(({ kind, ticked }) => kind === 'product' && ticked)}
              onChoose={(group) => onChoices({ ...choices, groups: { ...choices.groups, [name]: group } })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ColumnGroupProps {
  name: string
  present: readonly string[]
  /** A product of the column; undefined where it has none. */
  row: StagedRecord | undefined
  onChoose(group: string): void
}

/** Which group the products of a column are in: one that the site has, or one that is called like the column. */
function ColumnGroup({ name, present, row, onChoose }: ColumnGroupProps) {
  if (!row) return null
  const own = groupNameOf(name)
  return (
    <select
      className="input"
      aria-label={`“${name || '没有栏目'}”的产品放进哪个分类`}
      value={row.group}
      onChange={({ target }) => onChoose(target.value)}
    >
      {own !== '' && !present.includes(own) && <option value={own}>{`新建分类“${own}”`}</option>}
      {present.map((group) => (
        <option key={group} value={group}>
          {`放进${group}`}
        </option>
      ))}
    </select>
  )
}

const differing = ''
function kindOfAll(rows: readonly StagedRecord[]): MovedKind | typeof differing {
  const [first, ...others] = new Set(rows.map(({ record }) => record.kind))
  return first !== undefined && others.length === 0 ? first : differing
}

const KindOptions = () =>
  movedKinds.map((kind) => (
    <option key={kind} value={kind}>
      {kinds[kind].noun}
    </option>
  ))

/** Pictures of the old site: how many there are, and where those come from that are not on the web. */
function Pictures({ rows, files, take }: Pick<Props, 'rows' | 'files' | 'take'>) {
  const ready = rows.filter(({ ticked }) => ticked)
  const found = ready.reduce((sum, row) => sum + row.found, 0)
  const missing = ready.reduce((sum, row) => sum + row.missing.length, 0)
  return (
    <div className="row wraps import-files">
      <FileButton label="选择图片文件夹" accept={[]} icon="upload" folder take={take} />
      <span>
        {`图片${found + missing}张`}
        {missing > 0 && `，缺少${missing}张：请放入老网站的图片文件夹`}
        {files.length > 0 && `；已放入${files.length}张`}
      </span>
    </div>
  )
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
  onTick(ticked: boolean): void
  onKind(kind: MovedKind): void
}

function Row({ row: { record, kind, title, ticked, problem, known, found, missing }, onTick, onKind }: RowProps) {
  const pictures = [found > 0 && `图片${found}张`, missing.length > 0 && `缺少${missing.length}张`]
  const facts = [record.column, dateOf(record).slice(0, 10), ...pictures, known && !known.isPublished && '已经是草稿']
  const notes = [
    ...(problem === undefined ? [] : [problem]),
    ...record.notes,
    ...(missing.length > 0 ? [`缺少图片：${missing.slice(0, 3).map(nameIn).join('、')}`] : []),
  ]
  const [from] = record.from
  return (
    <li className="row boxed">
      <label className="row fill">
        <input
          type="checkbox"
          checked={ticked}
          disabled={problem !== undefined}
          onChange={({ target }) => onTick(target.checked)}
        />
        <span className="stack tight fill">
          <span>{title || '（无标题）'}</span>
          <small className="muted">{facts.filter(Boolean).join(' · ')}</small>
          <Excerpt html={record.html} />
          {from !== undefined && <small className="muted">{readableAddress(from)}</small>}
          {notes.length > 0 && <small className="import-note">{notes.join('；')}</small>}
        </span>
      </label>
      <select
        className="input"
        aria-label={`“${title}”成为什么`}
        value={kind}
        onChange={({ target }) => onKind(target.value as MovedKind)}
      >
        <KindOptions />
      </select>
    </li>
  )
}
