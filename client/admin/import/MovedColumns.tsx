import { isDocumentName } from '../../../contract/media/documents.ts'
import { grouped } from '../../../contract/kinds/grouped.ts'
import { kinds } from '../../../contract/kinds/kinds.ts'
import { type MovedKind, movedKinds } from '../../../contract/kinds/movedRecords.ts'
import { GroupSelect } from './StagedList.tsx'
import { isLinked } from './staged.ts'
import { FileButton } from '../ui/FileButton.tsx'
import type { Choices, MovedRow } from './stageMoved.ts'

interface Props {
  rows: readonly MovedRow[]
  choices: Choices
  files: readonly File[]
  /** What the source itself has to say. */
  notes: readonly string[]
  onChoices(choices: Choices): void
  take(files: readonly File[]): void
}

/** What columns of another system become, and its pictures. */
export const MovedColumns = ({ rows, choices, files, notes, onChoices, take }: Props) => (
  <>
    {notes.length > 0 && (
      <ul className="small import-note">
        {notes.slice(0, 50).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    )}
    <Columns {...{ rows, choices, onChoices }} />
    <Pictures {...{ rows, files, take }} />
  </>
)

/** What one of them becomes. */
export const MovedKindSelect = ({ row, onKind }: { row: MovedRow; onKind(kind: MovedKind): void }) => (
  <select
    className="input"
    aria-label={`“${row.title}”成为什么`}
    value={row.kind}
    onChange={({ target }) => onKind(target.value as MovedKind)}
  >
    <KindOptions />
  </select>
)

const isProduct = ({ kind, ticked }: MovedRow): boolean => kind === 'product' && ticked

/** What the columns of the old site become, each with all of its records. */
function Columns({ rows, choices, onChoices }: Pick<Props, 'rows' | 'choices' | 'onChoices'>) {
  const columns = grouped(rows, ({ record }) => [record.column])
  return (
    <section className="stack tight" aria-label="各栏目成为什么">
      <h3>各栏目成为什么</h3>
      <ul className="import-columns roomy">
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
            {inColumn.some(isProduct) && (
              <GroupSelect
                label={`“${name || '没有栏目'}”的产品放进哪个分类`}
                own={inColumn.map(({ ownGroup }) => ownGroup)}
                rows={rows}
                value={inColumn.find(isProduct)?.group ?? ''}
                onChoose={(group) => onChoices({ ...choices, groups: { ...choices.groups, [name]: group } })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const differing = ''
function kindOfAll(rows: readonly MovedRow[]): MovedKind | typeof differing {
  const [first, ...others] = new Set(rows.map(({ kind }) => kind))
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
  const addresses = new Set(ready.flatMap(({ pictures, textPictures }) => [...pictures, ...textPictures.values()]))
  const pictures = [...addresses].filter((file) => !isLinked(file))
  const given = pictures.filter((file) => typeof file !== 'string').length
  const missing = new Set(ready.flatMap((row) => row.missing).filter((name) => !isDocumentName(name))).size
  return (
    <div className="row wraps import-files">
      <FileButton label="选择图片文件夹" accept={[]} icon="upload" folder take={take} />
      <span>
        {`图片${pictures.length + missing}张`}
        {missing > 0 && `，缺少${missing}张：请放入老网站的图片文件夹`}
        {files.length > 0 && `；已放入${given}张`}
      </span>
    </div>
  )
}
