import { messages } from '../../contract/calls/rules.ts'
import { fieldFailure, notFound } from '../failure.ts'
import type { Drafts } from './drafts.ts'
import { createEditors } from './editors.ts'
import type { PreviewLinks } from './previewLinks.ts'
import { versionOf } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { type Handlers, signedIn } from '../call.ts'
import { idOfRequest } from './recordCalls.ts'

interface DraftCallsParts {
  store: Store
  drafts: Drafts
  links: PreviewLinks
  siteOrigin: () => string
  now: () => number
}

export function draftCalls({ store, drafts, links, siteOrigin, now }: DraftCallsParts) {
  const editors = createEditors(now)
  return {
    draftEditors({ kind, id, tab, closed }, caller) {
      const { user } = signedIn(caller)
      const { live, draft } = store.states[kind].of(id)
      const others = closed ? editors.close(tab, user) : editors.open(kind, id, tab, user)
      return { others, ...(live && !draft && { published: versionOf(live), by: live.changedBy }) }
    },
    async draftSave({ requestId, ...input }, caller) {
      const { user } = signedIn(caller)
      const newId = requestId ? idOfRequest(user.id, requestId) : undefined
      const { changed, ...saved } = await drafts.save({ ...input, newId, by: user.name })
      caller.changed = changed
      return saved
    },
    draftDetail: ({ kind, id }) => drafts.detail(kind, id),
    async draftPublish({ requestId, fields, ...input }, caller) {
      const { user } = signedIn(caller)
      const { kind, id = '' } = input
      const by = user.name
      const newId = requestId ? idOfRequest(user.id, requestId) : undefined
      if (!fields && id === '') throw fieldFailure('id', messages.noId)
      const basis = { ...input, wasPublic: Boolean(input.basedOn) }
      const { changed, ...published } = fields
        ? await drafts.publishFields({ ...input, fields, newId, by })
        : { id, ...(await drafts.publish(kind, id, { by, basis })) }
      caller.changed = changed
      return published
    },
    async draftLink({ kind, id }) {
      const draft = store.drafts[kind].get(id)
      if (!draft) throw notFound()
      return { url: siteOrigin() + (await links.addressOf(kind, draft)) }
    },
  } satisfies Partial<Handlers>
}
