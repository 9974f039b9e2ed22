import { createHash } from 'node:crypto'
import type { Site } from '../../contract/entities.ts'
import { type NoticeName, noticeNames } from '../../contract/rules.ts'
import { createDate } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from '../call.ts'

type Texts = Partial<Pick<Site, NoticeName>>

const limit = 100

/**
 * Keeps both versions of each legal text that is being replaced, the old one unless it is kept already. Call it before the new one is
 * shown.
 */
export async function keepNotices({ notice }: Store, current: Texts, next: Texts, savedBy: string): Promise<void> {
  for (const name of noticeNames) {
    if (next[name] === undefined) continue
    // Who wrote a text that was shown before versions were kept is not known.
    for (const [text, by] of [[current[name], ''], [next[name], savedBy]] as const) {
      const { lead = '', body, date = '' }: Partial<Site['privacy']> = text ?? {}
      if (!body) continue
      const id = createHash('sha256').update(JSON.stringify([name, lead, body, date])).digest('hex').slice(0, 32)
      await notice.insert({ name, lead, body, date, savedBy: by }, id)
    }
  }
}

export const noticeCalls = ({ notice }: Store): Pick<Handlers, 'siteNotices'> => ({
  siteNotices({ name }) {
    const versions = [...notice.newest()].filter((record) => record.name === name).slice(0, limit)
    return versions.map(({ savedBy, lead, body, date, ...record }) => ({ createDate: createDate(record), savedBy, lead, body, date }))
  },
})
