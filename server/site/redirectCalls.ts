import type { Handlers } from '../call.ts'
import type { Redirects } from './redirects.ts'

export function redirectCalls({ redirects }: { redirects: Redirects }) {
  return {
    redirectList: (query) => redirects.list(query),
    async redirectSave({ rows, leaving }) {
      await redirects.save(rows, leaving)
      return null
    },
    async redirectDelete({ froms }) {
      await redirects.remove(froms)
      return null
    },
  } satisfies Partial<Handlers>
}
