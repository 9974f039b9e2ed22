import type { ProjectCase as Case } from '../../../contract/entities.ts'
export interface ProjectCaseFacts {
  project: Case
  others: Pick<Case, 'name' | 'image' | 'path'>[]
}

export default function ProjectCase() {
  return <h1>ProjectCase</h1>
}
