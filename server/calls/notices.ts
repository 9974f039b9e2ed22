import { createDate } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

const limit = 100

export const noticeCalls = ({ notice }: Store): Pick<Handlers, 'siteNotices'> => ({
  siteNotices({ name }) {
    const versions = [...notice.newest()].filter((record) => record.name === name).slice(0, limit)
    return versions.map(({ savedBy, lead, body, date, ...record }) => ({ createDate: createDate(record), savedBy, lead, body, date }))
  },
})
