import type { Site } from '../../contract/entities.ts'
import { messages } from '../../contract/rules.ts'
import { fieldFailure, notFound } from '../failure.ts'
import type { Drafts } from './drafts.ts'
import { createEditors } from './editors.ts'
import { moveRecord } from './move.ts'
import type { PreviewLinks } from './previewLinks.ts'
import type { RecordChanges } from '../store/recordPage.ts'
import type { Store } from '../store/store.ts'
import { type Handlers, signedIn } from '../call.ts'
import { idOfRequest } from './recordCalls.ts'

type DraftCalls =
  | 'draftSave'
  | 'draftDetail'
  | 'draftEditors'
  | 'draftDiscard'
  | 'draftPublish'
  | 'draftLink'
  | 'recordUnpublish'
  | 'recordMove'

interface DraftCallsParts {
  store: Store
  drafts: Drafts
  redirects: RecordChanges
  links: PreviewLinks
  site: () => Site
  siteOrigin: () => string
  now: () => number
}

export function draftCalls({
  store,
  drafts,
  redirects,
  links,
  site,
  siteOrigin,
  now,
}: DraftCallsParts): Pick<Handlers, DraftCalls> {
  const editors = createEditors(now)
  return {
    draftEditors({ kind, id, tab, closed }, caller) {
      const { user } = signedIn(caller)
      if (!closed) return { others: editors.open(kind, id, tab, user) }
      editors.close(tab, user)
      return { others: [] }
    },
    async draftSave({ requestId, ...input }, caller) {
      const { user } = signedIn(caller)
      const newId = requestId ? idOfRequest(user.id, requestId) : undefined
      const { changed, ...saved } = await drafts.save({ ...input, newId, by: user.name })
      caller.changed = changed
      return saved
    },
    draftDetail: ({ kind, id }) => drafts.detail(kind, id),
    async draftDiscard({ kind, id, draftVersion }, caller) {
      await drafts.discard(kind, id, { by: signedIn(caller).user.name, draftVersion })
      return null
    },
    async draftPublish({ requestId, fields, ...input }, caller) {
      const { user } = signedIn(caller)
      const { kind, id } = input
      if (fields !== undefined) {
        const newId = requestId ? idOfRequest(user.id, requestId) : undefined
        const { changed, ...published } = await drafts.publishFields({ ...input, fields, newId, by: user.name })
        caller.changed = changed
        return published
      }
      if (id === undefined) throw fieldFailure('id', messages.noId)
      return { id, ...(await drafts.publish(kind, id, { by: user.name })) }
    },
    async draftLink({ kind, id }) {
      const draft = store.drafts[kind].get(id)
      if (!draft) throw notFound()
      return { url: siteOrigin() + (await links.addressOf(kind, draft)) }
    },
    async recordMove({ kind, id, after }) {
      await moveRecord(store, kind, { id, after, now: now(), groups: site().groups })
      return null
    },
    async recordUnpublish({ kind, id, redirectTo }, caller) {
      redirects.refuseTarget(redirectTo)
      const tookTime = await drafts.unpublish(kind, id, { by: signedIn(caller).user.name, redirectTo })
      return tookTime ? { message: `${messages.unpublished}，草稿的定时发布已取消` } : null
    },
  }
}
