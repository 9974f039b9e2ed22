import { notFound } from '../failure.ts'
import { carouselKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'
import { edit, versionOf } from './edits.ts'
import { listPage } from './listPage.ts'
import { createIdempotency } from './idempotency.ts'
import { signedIn } from './signedIn.ts'

type CarouselCalls = 'carouselAll' | 'carouselList' | 'carouselDetail' | 'carouselSave' | 'carouselUpdate' | 'carouselDelete'

export function carouselCalls({ carousel }: Store, now: () => number): Pick<Handlers, CarouselCalls> {
  const idempotent = createIdempotency<{ photoId: string }>(now)
  return {
    carouselAll: () => carousel.page({ page: 1, limit: carousel.size }).data,

    carouselList: ({ page, limit, photoTitle, ...order }) => listPage(carousel, { page, limit, word: photoTitle }, order),

    carouselDetail({ photoId }) {
      const record = carousel.get(photoId)
      if (!record) throw notFound()
      return { ...carouselKind.row(record), version: versionOf(record) }
    },

    carouselSave: ({ requestId, ...fields }, caller) =>
      idempotent(caller, requestId, async () => {
        const { id } = await carousel.insert({ ...fields, changedBy: signedIn(caller).user.name })
        return { photoId: id }
      }),

    carouselUpdate: ({ photoId, basedOn, ...fields }, caller) =>
      edit(carousel, photoId, { fields, basedOn, by: signedIn(caller).user.name, now: now() }),

    async carouselDelete({ photoId }) {
      if (!(await carousel.remove(photoId))) throw notFound()
      return null
    },
  }
}
