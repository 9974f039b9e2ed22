import type { Drafts } from '../publish/drafts.ts'
import { type Handlers, signedIn } from '../call.ts'
import { idOfRequest } from './records.ts'

type DraftCalls = 'draftSave' | 'draftDetail' | 'draftDiscard' | 'draftPublish' | 'recordUnpublish'

export function draftCalls(drafts: Drafts): Pick<Handlers, DraftCalls> {
  return {
    draftSave({ requestId, ...input }, caller) {
      const { user } = signedIn(caller)
      return drafts.save({ ...input, newId: requestId ? idOfRequest(user.id, requestId) : undefined, by: user.name })
    },
    draftDetail: ({ kind, id }) => drafts.detail(kind, id),
    async draftDiscard({ kind, id }, caller) {
      await drafts.discard(kind, id, signedIn(caller).user.name)
      return null
    },
    draftPublish: ({ kind, id }, caller) => drafts.publish(kind, id, signedIn(caller).user.name),
    async recordUnpublish({ kind, id }, caller) {
      await drafts.unpublish(kind, id, signedIn(caller).user.name)
      return null
    },
  }
}
