import { leadKindOf, leadPath } from '../../../contract/leadKinds.ts'
import { leadKindNames } from '../../../contract/application.ts'
import type { LeadRow } from '../../../contract/entities.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { api } from '../api.ts'
import { NextAt } from '../leads/leadColumns.tsx'
import { subjectOf, whoOf } from '../leads/leadWords.ts'
import { user } from '../session.ts'
import { Sheet } from '../ui/sheets.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { Entries, LeadLists } from './sheets.tsx'

const shownLeads = 5
/** Of so many one's own come first. */
const askedLeads = 50

/** Whom to get in touch with today: one's own leads first, and those of nobody before the others'. Nothing is shown on a day without. */
export function DueToday({ now }: { now: number }) {
  const { data: due } = useLoaded(
    (signal) => api('leadList', { due: true, sort: 'nextAt', order: 'asc', limit: askedLeads }, signal),
    [],
    { onShow: true },
  )
  if (!due || due.count === 0) return null
  const { name = '' } = user.peek() ?? {}
  const ofOwner = (owner: string): LeadRow[] => due.data.filter((row) => (row.owner ?? '') === owner)
  const kinds = leadKindNames.filter((kind) => due.data.some((row) => leadKindOf(row) === kind))
  const rows = [...new Set([...ofOwner(name), ...ofOwner(''), ...due.data])]
  const today = chinaTime(now).slice(0, 10)
  return (
    <Sheet
      title={`今天要联系（${due.count}）`}
      name="dashboard-due"
      aside={<LeadLists kinds={kinds} query="?show=due" />}
    >
      <Entries
        entries={rows.slice(0, shownLeads).map((row) => ({
          key: row.agentId,
          href: leadPath(row.agentId, leadKindOf(row)),
          title: `${whoOf(row)} ${subjectOf(row)}`,
          note: (
            <>
              {row.owner} <NextAt row={row} today={today} />
            </>
          ),
        }))}
      />
    </Sheet>
  )
}
