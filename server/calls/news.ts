import { notFound } from '../failure.ts'
import { clean } from '../richtext/clean.ts'
import { newsKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Handlers } from './caller.ts'
import { changed } from './changed.ts'

export function newsCalls({ news }: Store): Pick<Handlers, 'newsList' | 'newsDetail' | 'newsSave' | 'newsUpdate' | 'newsDelete'> {
  return {
    newsList: ({ page, limit, newTitle }) => news.page({ page, limit, word: newTitle }),

    newsDetail({ newId }) {
      const record = news.get(newId)
      if (!record) throw notFound()
      return { ...newsKind.row(record), newInfo: record.newInfo }
    },

    async newsSave(fields) {
      const { id } = await news.insert({ ...fields, newInfo: clean(fields.newInfo, 'newInfo') })
      return { newId: id }
    },

    async newsUpdate({ newId, newInfo, ...fields }) {
      const body = newInfo === undefined ? undefined : clean(newInfo, 'newInfo')
      if (!(await news.update(newId, changed({ ...fields, newInfo: body })))) throw notFound()
      return null
    },

    async newsDelete({ newId }) {
      if (!(await news.remove(newId))) throw notFound()
      return null
    },
  }
}
