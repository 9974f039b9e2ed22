import type { NewsBeside } from '../../contract/entities.ts'
import { notFound } from '../failure.ts'
import type { RichText } from '../richtext/richText.ts'
import { newsKind, type NewsRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'
import { edit, versionOf } from './edits.ts'
import { listPage } from './listPage.ts'
import { createIdempotency } from './idempotency.ts'
import { signedIn } from './signedIn.ts'

export const named = (record: NewsRecord | undefined): NewsBeside | null => (record ? { newId: record.id, newTitle: record.newTitle } : null)

export function newsCalls({ news }: Store, richText: RichText, now: () => number): Pick<Handlers, 'newsList' | 'newsDetail' | 'newsSave' | 'newsUpdate' | 'newsDelete'> {
  const idempotent = createIdempotency<{ newId: string }>(now)
  return {
    newsList: ({ page, limit, newTitle, ...order }) => listPage(news, { page, limit, word: newTitle }, order),

    newsDetail({ newId }) {
      const record = news.get(newId)
      if (!record) throw notFound()
      const { newer, older } = news.beside(newId)
      return { ...newsKind.row(record), newInfo: record.newInfo, version: versionOf(record), newer: named(newer), older: named(older) }
    },

    newsSave: ({ requestId, ...fields }, caller) =>
      idempotent(caller, requestId, async () => {
        const newInfo = await richText.clean(fields.newInfo, 'newInfo')
        const { id } = await news.insert({ ...fields, newInfo, changedBy: signedIn(caller).user.name })
        return { newId: id }
      }),

    async newsUpdate({ newId, newInfo, basedOn, ...fields }, caller) {
      const body = newInfo === undefined ? undefined : await richText.clean(newInfo, 'newInfo')
      return edit(news, newId, { fields: { ...fields, newInfo: body }, basedOn, by: signedIn(caller).user.name, now: now() })
    },

    async newsDelete({ newId }) {
      if (!(await news.remove(newId))) throw notFound()
      return null
    },
  }
}
