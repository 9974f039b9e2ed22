import type { News } from '../../../contract/entities.ts'
export interface NewsDetailFacts {
  article: News
  newer: { newId: string; newTitle: string } | null
  older: { newId: string; newTitle: string } | null
}

export default function NewsDetail() {
  return <h1>NewsDetail</h1>
}
