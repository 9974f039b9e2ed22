import type { ActivityRow } from '../../contract/activity.ts'
import { numberOf } from '../../contract/application.ts'
import { isKind, kinds } from '../../contract/kinds.ts'
import type { Handlers } from '../call.ts'
import { textOf } from '../store/kind.ts'
import { recordOfDraft } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export const activityCalls = (store: Store): Pick<Handlers, 'logList'> => ({
  async logList(search) {
    const { data, count } = await store.activity.page(search)
    return {
      count,
      data: data.map((row) => {
        const title = titleToday(store, row)
        return title === undefined ? row : { ...row, title }
      }),
    }
  },
})

/** What the record is called today; undefined when there is none any more. */
function titleToday(store: Store, { kind = 'site', id = '' }: ActivityRow): string | undefined {
  if (isKind(kind)) {
    const gone = store.trash[kind].get(id)
    const draft = store.drafts[kind].get(id) ?? gone?.draft
    const record = store[kind].get(id) ?? gone?.record ?? (draft && recordOfDraft(draft))
    return record && textOf(record, kinds[kind].title)
  }
  if (kind === 'agent') return store.agent.get(id) && numberOf(id)
  if (kind === 'media') return store.media.get(id)?.name
  if (kind === 'account') return store.user.get(id)?.name
  return kind === 'channel' ? store.channel.get(id)?.label : undefined
}
