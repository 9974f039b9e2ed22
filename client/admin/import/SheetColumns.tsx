import { documentEndings } from '../../../contract/media/documents.ts'
import { truncate } from '../../../contract/text/characters.ts'
import {
  type ColumnUse,
  columnUses,
  isFilled,
  isInternal,
  mostHeadRows,
  sheetFields,
  withUse,
} from '../../../contract/kinds/sheetColumns.ts'
import type { SheetKind } from '../../../contract/kinds/sheetKinds.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { groupsOfSite } from '../session/session.ts'
import { groupMeant } from './groups.ts'
import { GroupSelect } from './StagedList.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { isSheet } from './rowFiles.ts'
import { leftOut, type SheetRow } from './stageSheet.ts'
import { filesBeside, matchWords } from './sheetWords.ts'
import type { Sheet } from './useSheet.ts'

interface Props extends Omit<Sheet, 'existing' | 'paths' | 'sheetKey'> {
  kind: SheetKind
  staged: readonly SheetRow[]
  files: readonly File[]
  /** Groups of the sheet that the site does not have, and what those are taken for that are not new. */
  missingGroups: readonly string[]
  groups: ReadonlyMap<string, string>
  onGroup(name: string, group: string): void
  onHead(head: number): void
  onUses(uses: readonly ColumnUse[]): void
  take(files: readonly File[]): void
}

/** What each column of a sheet is, and what goes with it. */
export function SheetColumns({
  kind,
  rows,
  pictures,
  hidden,
  notes,
  head,
  staged,
  files,
  uses,
  missingGroups,
  groups,
  onGroup,
  onHead,
  onUses,
  take,
}: Props) {
  const otherwise: ColumnUse = sheetFields[kind].pairs ? 'spec' : 'none'
  const heads = rows[head] ?? []
  const sample = rows[(staged[0]?.line ?? 0) - 1] ?? []
  const unused = leftOut(kind, rows, head, pictures)
  const [upper = '', lower] = heads.filter((_, at) => uses[at] === 'group')
  /** Columns that are not imported by themselves, as long as they are not. */
  const unasked = (what: string, isMeant: (at: number) => boolean): string[] => {
    const names = heads.flatMap((name, at) =>
      uses[at] === 'none' && isMeant(at) ? [`“${name || `第${at + 1}列`}”`] : [],
    )
    return names.length > 0 ? [`${what}${names.join('、')}不导入，需要的在下面选`] : []
  }
  const remarks = [
    ...(unused.length > 0 ? [`${unused.join('，')}，不导入`] : []),
    ...(lower === undefined ? [] : [`“${upper}”是上级分类，“${lower}”是它下面的`]),
    ...unasked('表格里隐藏的列', (at) => hidden?.columns.includes(at) ?? false),
    ...unasked('公司内部的列', (at) => !hidden?.columns.includes(at) && isInternal(heads[at] ?? '')),
    ...notes,
  ]
  const emptyWords = (at: number): string => (pictures.some(({ column }) => column === at) ? '（图片）' : '（空）')
  return (
    <>
      <section className="stack tight" aria-label="各列是什么">
        <h3>各列是什么</h3>
        <label className="row wraps">
          各列的名称在
          <select className="input" value={head} onChange={({ target }) => onHead(Number(target.value))}>
            {rows.slice(0, mostHeadRows).map((row, at) => (
              <option key={at} value={at} disabled={!isFilled(row)}>
                {`第${at + 1}行：${truncate(row.filter(Boolean).join('、'), 30)}`}
              </option>
            ))}
          </select>
        </label>
        {remarks.map((remark) => (
          <p key={remark} className="import-note">{`${remark}。`}</p>
        ))}
        <ul className="import-columns">
          {heads.map((head, at) => (
            <li key={`${at}${head}`} className="boxed stack tight">
              <b>{head || `第${at + 1}列`}</b>
              <small className="muted clamped">{sample[at] ? `如“${sample[at]}”` : emptyWords(at)}</small>
              <select
                className="input"
                aria-label={`“${head || `第${at + 1}列`}”是什么`}
                value={uses[at]}
                onChange={({ target }) => onUses(withUse(uses, at, target.value, otherwise))}
              >
                {[...columnUses[kind]].map(([use, label]) => (
                  <option key={use} value={use}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      </section>
      {missingGroups.length > 0 && (
        <section className="stack tight" aria-label="没有的分类">
          <h3>网站上没有的分类</h3>
          <ul className="import-columns roomy">
            {missingGroups.map((name) => (
              <li key={name} className="boxed stack tight">
                <b>{name}</b>
                <GroupSelect
                  label={`“${name}”放进哪个分类`}
                  own={[meant(name), name]}
                  value={groups.get(name) ?? meant(name)}
                  rows={staged}
                  onChoose={(group) => onGroup(name, group)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Files {...{ kind, staged, pictures, files, take }} />
    </>
  )
}

/** What goes with a sheet. */
export const chosenFiles = [...pictureTypes, '.gif', '.webp', '.bmp', ...documentEndings]

const meant = (name: string): string => groupMeant(groupsOfSite(), name)

/** Pictures and documents beside the sheet: how many have found their row. */
function Files({
  kind,
  staged,
  pictures: placed,
  files,
  take,
}: Pick<Props, 'kind' | 'staged' | 'pictures' | 'files' | 'take'>) {
  const takeFiles = (chosen: readonly File[]): void => take(chosen.filter((file) => !isSheet(file)))
  const all = new Set([...files, ...placed.map(({ file }) => file)])
  const matched = new Set(staged.flatMap((row) => row.matched))
  return (
    <div className="row wraps import-files">
      <FileButton label={`添加${filesBeside(kind)}`} accept={chosenFiles} icon="upload" take={takeFiles} />
      <span className="phone-hidden">
        <FileButton label="添加文件夹" accept={[]} folder take={takeFiles} />
      </span>
      {all.size > 0 && <span>{matchWords([...all], matched)}</span>}
    </div>
  )
}
