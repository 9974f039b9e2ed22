import { notFound } from '../failure.ts'
import { carouselKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'
import { changed } from './changed.ts'

type CarouselCalls = 'carouselAll' | 'carouselList' | 'carouselDetail' | 'carouselSave' | 'carouselUpdate' | 'carouselDelete'

export function carouselCalls({ carousel }: Store): Pick<Handlers, CarouselCalls> {
  return {
    carouselAll: () => carousel.page({ page: 1, limit: carousel.size }).data,

    carouselList: ({ page, limit, photoTitle }) => carousel.page({ page, limit, word: photoTitle }),

    carouselDetail({ photoId }) {
      const record = carousel.get(photoId)
      if (!record) throw notFound()
      return carouselKind.row(record)
    },

    async carouselSave(fields) {
      const { id } = await carousel.insert(fields)
      return { photoId: id }
    },

    async carouselUpdate({ photoId, ...fields }) {
      if (!(await carousel.update(photoId, changed(fields)))) throw notFound()
      return null
    },

    async carouselDelete({ photoId }) {
      if (!(await carousel.remove(photoId))) throw notFound()
      return null
    },
  }
}
