import type { Scenario } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Shot } from './Shot.tsx'

/** Tall panels side by side; the one under the pointer opens. On a narrow screen they are swiped. */
export function ScenarioStrip({ scenarios }: { scenarios: readonly Pick<Scenario, 'name' | 'image'>[] }) {
  return (
    <div className="scenarios">
      {scenarios.map(({ name, image }, index) => (
        <a href={`/yingyongchangjing#scenario-${index + 1}`} key={name}>
          <Shot image={image} sizes="(min-width: 40rem) max(40rem, min(64vw, 60rem)), 34rem" />
          <span className="scenario-name">
            {name}
            <Icon name="arrow-right" />
          </span>
        </a>
      ))}
    </div>
  )
}
