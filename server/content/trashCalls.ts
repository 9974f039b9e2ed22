import { kindPermission } from '../../contract/roles.ts'
import { messages } from '../../contract/rules.ts'
import type { History } from './history.ts'
import type { Trash } from './trash.ts'
import { type Handlers, may } from '../call.ts'
import { forEach, listed } from './forEach.ts'

type TrashCalls = 'trashList' | 'trashRestore' | 'trashDelete' | 'historyList' | 'historyDetail'

export function trashCalls(trash: Trash, history: History): Pick<Handlers, TrashCalls> {
  return {
    trashList: (input, caller) => trash.list(input, (kind) => may(caller, kindPermission(kind))),
    async trashRestore({ kind, ids }) {
      const changes = (await each(ids, (id) => trash.restore(kind, id))).flat()
      return changes.length > 0 ? { message: `${messages.restored}。${listed(changes)}` } : null
    },
    async trashDelete({ kind, ids }) {
      await each(ids, (id) => trash.erase(kind, id))
      return null
    },
    historyList: ({ kind, id }) => history.list(kind, id),
    historyDetail: ({ kind, id, version }) => history.detail(kind, id, version),
  }
}

/** A single one that is gone is an error. */
const each = async <T>([id = '', ...others]: readonly string[], work: (id: string) => Promise<T>): Promise<T[]> =>
  (others.length === 0 ? [await work(id)] : forEach([id, ...others], work))
