import type { Scenario } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Thumbnail } from './Thumbnail.tsx'

/** Tall panels side by side; the one under the pointer widens. On a narrow screen they scroll sideways. */
export function ScenarioStrip({ scenarios }: { scenarios: readonly Pick<Scenario, 'name' | 'image'>[] }) {
  return (
    <div className="scenarios">
      {scenarios.map(({ name, image }, index) => (
        <a href={`/yingyongchangjing#scenario-${index + 1}`} key={name}>
          <Thumbnail image={image} sizes="(min-width: 40rem) max(40rem, min(64vw, 60rem)), 34rem" />
          <span className="scenario-name row like-h3">
            {name}
            <Icon name="arrow-right" />
          </span>
        </a>
      ))}
    </div>
  )
}
