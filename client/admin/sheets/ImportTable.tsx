import { useState } from 'react'
import { documentEndings } from '../../../contract/documents.ts'
import { type ColumnUse, columnUses, sheetFields, withUse } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { maxGroups } from '../../../contract/locations.ts'
import { user } from '../session.ts'
import type { PlannedRow } from './plan.ts'
import { isDocument, isPicture } from './rowFiles.ts'

interface Props {
  kind: SheetKind
  rows: readonly PlannedRow[]
  files: readonly File[]
  heads: readonly string[]
  sample: readonly string[]
  uses: readonly ColumnUse[]
  groups: Groups
  renames: boolean
  onRenames(renames: boolean): void
  onUses(uses: readonly ColumnUse[]): void
  take(files: readonly File[]): void
}

const shownAtFirst = 200

/** What becomes of groups that the site does not have. */
export interface Groups {
  missing: readonly string[]
  /** The ids of those that are taken for others. */
  chosen: ReadonlyMap<string, string>
  onChoose(name: string, id: string): void
}

function MissingGroups({ missing, chosen, onChoose }: Groups) {
  const known = user.peek()?.groups ?? []
  return (
    <section className="stack tight" aria-label="没有的分类">
      <p className="import-note">{`网站上没有这些分类，可以新建（最多${maxGroups}个），或者放进现有的：`}</p>
      <ul className="import-columns">
        {missing.map((name) => (
          <li key={name} className="boxed stack tight">
            <b>{name}</b>
            <select
              className="input"
              aria-label={`“${name}”放进哪个分类`}
              value={chosen.get(name) ?? ''}
              onChange={({ target }) => onChoose(name, target.value)}
            >
              <option value="">新建这个分类</option>
              {known.map((group) => (
                <option key={group.id} value={group.id}>
                  {`放进${group.name}`}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What each column and each row becomes. */
export function ImportTable({
  kind,
  rows,
  files,
  heads,
  sample,
  uses,
  groups,
  renames,
  onRenames,
  onUses,
  take,
}: Props) {
  const [all, setAll] = useState(false)
  const labels = columnUses[kind]
  const hasGroups = labels.has('group')
  const otherwise: ColumnUse = sheetFields[kind].pairs ? 'spec' : 'none'
  const isCalm = ({ problem, alike }: PlannedRow): number => Number(problem === undefined && alike === undefined)
  const sorted = [...rows].sort((one, other) => isCalm(one) - isCalm(other))
  const alike = rows.filter((row) => row.alike !== undefined)
  const visible = all ? sorted : sorted.slice(0, shownAtFirst)
  return (
    <>
      <p role="status">{summaryOf(rows)}</p>
      <section className="stack tight" aria-label="各列是什么">
        <h3>各列是什么</h3>
        <ul className="import-columns">
          {heads.map((head, at) => (
            <li key={`${at}${head}`} className="boxed stack tight">
              <b>{head || `第${at + 1}列`}</b>
              <small className="muted clamped">{sample[at] ? `如“${sample[at]}”` : '（空）'}</small>
              <select
                className="input"
                aria-label={`“${head || `第${at + 1}列`}”是什么`}
                value={uses[at]}
                onChange={({ target }) => onUses(withUse(uses, at, target.value, otherwise))}
              >
                {[...labels].map(([use, label]) => (
                  <option key={use} value={use}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      </section>
      {alike.length > 0 && (
        <section className="stack tight" aria-label="名称不同的">
          <p className="import-note">
            {`有${alike.length}行的型号或编号是网站上已有的，名称不同：${alike.slice(0, 3).map(renameOf).join('、')}${alike.length > 3 ? '……' : ''}。不选下面这项，就新增。`}
          </p>
          <label className="row">
            <input type="checkbox" checked={renames} onChange={({ target }) => onRenames(target.checked)} />
            是同一个，改掉原来的名称
          </label>
        </section>
      )}
      {groups.missing.length > 0 && <MissingGroups {...groups} />}
      <Files {...{ rows, files, take }} />
      <table className="import-rows small">
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">{labels.get('title')}</th>
            {hasGroups && <th scope="col">{labels.get('group')}</th>}
            <th scope="col">图片</th>
            <th scope="col">会怎样</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((row) => (
            <tr key={row.line} className={isCalm(row) ? undefined : 'bad'}>
              <td className="muted">{row.line}</td>
              <th scope="row">{row.title || '（空）'}</th>
              {hasGroups && <td>{row.group}</td>}
              <td>{filesOf(row)}</td>
              <td>{outcomeOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownAtFirst && !all && (
        <LinkButton onClick={() => setAll(true)}>{`显示全部${rows.length}行`}</LinkButton>
      )}
    </>
  )
}

function summaryOf(rows: readonly PlannedRow[]): string {
  const bad = rows.filter(({ problem }) => problem !== undefined).length
  const good = rows.filter(({ problem }) => problem === undefined)
  const added = good.filter(({ existing }) => existing === undefined).length
  const same = good.filter(({ existing, changes }) => existing !== undefined && changes.length === 0).length
  const counts: readonly [number, string][] = [
    [added, `新增${added}`],
    [good.length - added - same, `修改${good.length - added - same}`],
    [same, `没有变化${same}`],
    [bad, `有问题${bad}，不导入`],
  ]
  const words = counts.flatMap(([count, text]) => (count > 0 ? [text] : []))
  return `共${rows.length}行：${words.join('，')}`
}

function filesOf({ pictures, otherPictures, textPictures, documents }: PlannedRow): string {
  const count = pictures.length + otherPictures.size + textPictures.size
  const words = [count > 0 && `${count}张`, documents.length > 0 && `资料${documents.length}份`]
  return words.filter(Boolean).join('，') || '—'
}

const renameOf = ({ alike, title }: PlannedRow): string => `“${alike?.title ?? ''}” → “${title}”`

function outcomeOf(row: PlannedRow): string {
  const { problem, existing, alike, sameName, changes, missing } = row
  if (problem !== undefined) return problem
  const lacks = missing.length > 0 ? `；缺少文件 ${missing.join('、')}` : ''
  if (existing === undefined) {
    if (alike) return `新增，不是“${alike.title}”${lacks}`
    return `新增${sameName === undefined ? '' : `，和网站上的${sameName}同名`}${lacks}`
  }
  return `${alike ? `${renameOf(row)}，` : ''}${changes.length === 0 ? '没有变化' : `修改${changes.join('、')}`}${lacks}`
}

/** Pictures and documents beside the sheet: how many have found their row. */
function Files({ rows, files, take }: Pick<Props, 'rows' | 'files' | 'take'>) {
  const used = new Set(
    rows.flatMap(({ pictures, otherPictures, textPictures, documents }) => [
      ...pictures,
      ...otherPictures.values(),
      ...textPictures.values(),
      ...documents.map(({ file }) => file),
    ]),
  )
  const left = files.filter((file) => (isPicture(file) || isDocument(file)) && !used.has(file))
  const names = left.slice(0, 5).map(({ name }) => name)
  return (
    <div className="row wraps import-files">
      <FileButton
        label="添加图片和PDF"
        accept={[...pictureTypes, ...documentEndings]}
        icon="upload"
        take={(chosen) => take(chosen.filter((file) => !/\.(?:xlsx|csv)$/i.test(file.name)))}
      />
      {files.length > 0 && (
        <span>
          {`${files.length - left.length}个文件配上了`}
          {left.length > 0 &&
            `，${left.length}个没有用上：${names.join('、')}${left.length > names.length ? '……' : ''}`}
        </span>
      )}
    </div>
  )
}
