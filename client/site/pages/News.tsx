import type { NewsRow } from '../../../contract/entities.ts'
export interface NewsFacts {
  news: NewsRow[]
}

export default function News() {
  return <h1>News</h1>
}
