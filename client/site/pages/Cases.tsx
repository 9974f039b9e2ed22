import type { ProjectCase } from '../../../contract/entities.ts'
export interface CasesFacts {
  cases: Pick<ProjectCase, 'name' | 'image' | 'path' | 'intro'>[]
}

export default function Cases() {
  return <h1>Cases</h1>
}
