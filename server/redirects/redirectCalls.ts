import type { Handlers } from '../call.ts'
import type { Redirects } from './redirects.ts'

export function redirectCalls({
  redirects,
}: {
  redirects: Redirects
}): Pick<Handlers, 'redirectList' | 'redirectSave' | 'redirectAdd' | 'redirectDelete'> {
  return {
    redirectList: (query) => redirects.list(query),
    async redirectSave({ rows, leaving }) {
      await redirects.save(rows, leaving)
      return null
    },
    redirectAdd: ({ rows }) => redirects.add(rows),
    async redirectDelete({ froms }) {
      await redirects.remove(froms)
      return null
    },
  }
}
