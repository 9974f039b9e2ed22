import type { ReactNode } from 'react'
import { isDue, type LeadKind } from '../../../contract/leads/leads.ts'
import type { LeadRow } from '../../../contract/kinds/entities.ts'
import { chinaTime, isoOf } from '../../lib/relativeTime.ts'
import { actionsColumn, clamped, RowButton } from '../list/cells.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { dayWords, fieldWords, ledBy, sources, subjectOf, topicClass } from './leadWords.ts'
import { CallLink, CopyPhone, isTouch } from './CopyPhone.tsx'
import { hasFollowUp } from './FollowUpForm.tsx'
import { StateSelect } from './StateSelect.tsx'

interface Actions {
  kind: LeadKind
  now: number
  /** `toNote` puts the focus where notes are written. */
  open(id: string, toNote?: boolean): void
  /** Who may not has none. */
  remove: ((row: LeadRow) => Promise<void>) | undefined
  release(row: LeadRow): Promise<void>
  onSaved(row: LeadRow): void
}
type LeadColumn = Column<LeadRow>

export function leadColumns({ kind, now, open, remove, onSaved }: Actions): LeadColumn[] {
  const today = chinaTime(now).slice(0, 10)
  return [
    ...firstColumns(kind, open),
    {
      key: 'agentInfo',
      sortable: true,
      title: fieldWords[kind].agentInfo,
      text: ({ agentInfo }) => agentInfo,
      cell: ({ agentInfo }) => clamped(agentInfo),
    },
    phoneColumn(kind, open),
    timeColumn(today),
    {
      key: 'state',
      title: '状态',
      width: '6.25rem',
      cell: (row) => <StateSelect row={row} onSaved={() => onSaved(row)} />,
    },
    {
      key: 'owner',
      sortable: true,
      title: '负责人',
      width: '5rem',
      spare: 1,
      text: ({ owner = '' }) => owner,
      cell: ({ owner = '' }) => clamped(owner),
    },
    {
      key: 'nextAt',
      sortable: true,
      title: '下次联系',
      width: '6.25rem',
      spare: 2,
      text: ({ nextAt = '' }) => nextAt,
      cell: (row) => <NextAt row={row} today={today} />,
    },
    {
      key: 'source',
      sortable: true,
      title: '来源',
      width: '5.5rem',
      spare: 0,
      cell: (row) =>
        ledBy(row) ? (
          clamped(ledBy(row), 'small')
        ) : (
          <span className={`source muted small nowrap ${row.source}`}>{sources[row.source] ?? row.source}</span>
        ),
    },
    actionColumn(6.25 + (isTouch ? 3.75 : 0), remove, (row) => (
      <>
        <CallLink
          phone={row.phone}
          who={row.agentName}
          className="link center call"
          onBack={() => open(row.agentId, true)}
        />
        <RowButton label={isTouch ? '记一笔' : '查看'} row={row.agentName} onClick={() => open(row.agentId, isTouch)} />
      </>
    )),
  ]
}

/** The columns of what may be a robot's. */
export const doubtfulColumns = ({ kind, now, open, remove, release }: Actions): LeadColumn[] => [
  ...firstColumns(kind, open),
  { key: 'question', title: '内容', always: true, cell: ({ question, agentInfo }) => clamped(question ?? agentInfo) },
  phoneColumn(kind, open),
  timeColumn(chinaTime(now).slice(0, 10)),
  actionColumn(9, remove, (row) => (
    <>
      <RowButton label="放行" row={row.agentName} onClick={() => void release(row)} />
      <RowButton label="查看" row={row.agentName} onClick={() => open(row.agentId)} />
    </>
  )),
]

const firstColumns = (kind: LeadKind, open: Actions['open']): LeadColumn[] => [
  { key: 'index', title: '序号', width: '3.25rem', spare: 3, cell: (_row, index) => index + 1 },
  {
    key: 'agentName',
    sortable: true,
    title: fieldWords[kind].agentName,
    width: '8rem',
    grow: 1,
    always: true,
    cell: (row) => (
      <div className="title-cell">
        <button
          type="button"
          className="row-title clamped strong"
          title={row.agentName}
          onClick={() => open(row.agentId)}
        >
          {row.agentName}
        </button>
        {/* Its company and its question are shown on a card only, which has no columns for them. */}
        <span className="lead-company clamped muted">{row.agentInfo}</span>
        <span className="row tight tiny muted">
          <span className="lead-question clamped">{row.question ?? row.region}</span>
          {/* All applications are about the same. */}
          {kind === 'inquiry' && (
            <span className={topicClass(row.topic)} title={subjectOf(row)}>
              {subjectOf(row)}
            </span>
          )}
          {row.files && <span className="nowrap">{`附件${row.files.length}`}</span>}
          {hasFollowUp(row) && (
            <span className="tag" title="跟进内容写了一些，还没有保存">
              没写完
            </span>
          )}
        </span>
      </div>
    ),
  },
]

const phoneColumn = (kind: LeadKind, open: Actions['open']): LeadColumn => ({
  key: 'phone',
  title: fieldWords[kind].phone,
  width: '9rem',
  always: true,
  cell: ({ agentId, phone }) => <CopyPhone phone={phone} onBack={() => open(agentId, true)} />,
})

const timeColumn = (today: string): LeadColumn => ({
  key: 'createDate',
  sortable: true,
  title: '时间',
  width: '9rem',
  spare: 4,
  cell: ({ createDate }) => (
    <time className="digits nowrap" dateTime={isoOf(createDate)} title={createDate}>
      <span className="card-hidden">{createDate.slice(0, 16)}</span>
      <span className="card-only">{dayWords(createDate, today)}</span>
    </time>
  ),
})

const actionColumn = (rem: number, remove: Actions['remove'], buttons: (row: LeadRow) => ReactNode): LeadColumn =>
  actionsColumn(`${rem}rem`, (row) => (
    <>
      {buttons(row)}
      {remove && <RowButton label="删除" row={row.agentName} bad onClick={() => void remove(row)} />}
    </>
  ))

export function NextAt({ row, today }: { row: LeadRow; today: string }) {
  const { nextAt = '' } = row
  if (nextAt === '') return <span className="muted">—</span>
  if (!isDue(row, today))
    return (
      <span className="digits nowrap" title={nextAt}>
        {dayWords(nextAt, today)}
      </span>
    )
  return (
    <span className="bad digits nowrap" title={nextAt}>
      {nextAt.startsWith(today) ? dayWords(nextAt, today) : `已过 ${nextAt.slice(5, 10)}`}
    </span>
  )
}
