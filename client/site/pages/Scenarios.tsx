import type { Scenario } from '../../../contract/entities.ts'
export interface ScenariosFacts {
  scenarios: Scenario[]
}

export default function Scenarios() {
  return <h1>Scenarios</h1>
}
