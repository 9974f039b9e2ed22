import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../../contract/text/durations.ts'
import { type KindName, kindNames } from '../../contract/kinds/kinds.ts'
import type { SigningKey } from '../store/signingKey.ts'
import { draftKey, type DraftRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const validMs = 7 * dayMs
export const previewPath = '/preview'

export type PreviewLinks = ReturnType<typeof createPreviewLinks>

/** Addresses that show a draft without signing in: signed, for a week, and only as long as the same draft is there. */
export function createPreviewLinks(store: Store, key: SigningKey, now: () => number) {
  const sign = async (kind: KindName, draft: DraftRecord, until: number): Promise<string> =>
    createHmac('sha256', await key())
      .update(JSON.stringify(['preview', kind, draft.id, draftKey(draft), until]))
      .digest('base64url')

  return {
    async addressOf(kind: KindName, draft: DraftRecord): Promise<string> {
      const until = now() + validMs
      return `${previewPath}?${new URLSearchParams({ kind, id: draft.id, until: String(until), sign: await sign(kind, draft, until) })}`
    },

    /** Undefined for an address that is not valid, or not any more. */
    async draftOf(search: string) {
      const query = new URLSearchParams(search)
      const kind = kindNames.find((name) => name === query.get('kind'))
      const until = Number(query.get('until'))
      const draft = kind && store.drafts[kind].get(query.get('id') ?? '')
      // The signature is of the number: written otherwise, it would be another address of the same page.
      if (!kind || !draft || query.get('until') !== String(until) || !(until > now())) return undefined
      const signature = Buffer.from(query.get('sign') ?? '')
      const expected = Buffer.from(await sign(kind, draft, until))
      const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected)
      return isSigned ? { kind, draft } : undefined
    },
  }
}
