import type { ActivityRow } from '../../contract/calls/activity.ts'
import { numberOf } from '../../contract/leads/arrived.ts'
import { isKind } from '../../contract/kinds/kinds.ts'
import type { Handlers } from '../call.ts'
import type { Store } from '../store/store.ts'
import { titleToday } from '../store/titleToday.ts'

export const activityCalls = (store: Store) =>
  ({
    async logList(search) {
      const { data, count } = await store.activity.page(search)
      return {
        count,
        data: data.map((row) => {
          const title = subjectOf(store, row)
          return title === undefined ? row : { ...row, title }
        }),
      }
    },
  }) satisfies Partial<Handlers>

/** What a line of the log is about, by its name today. */
function subjectOf(store: Store, { kind = 'site', id = '' }: ActivityRow): string | undefined {
  if (isKind(kind)) return titleToday(store, kind, id)
  if (kind === 'agent') return store.agent.get(id) && numberOf(id)
  if (kind === 'media') return store.media.get(id)?.name
  if (kind === 'account') return store.user.get(id)?.name
  return kind === 'channel' ? store.channel.get(id)?.label : undefined
}
