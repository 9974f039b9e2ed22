import type { ProjectCase } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Shot } from './Shot.tsx'

export function CaseCards({ cases }: { cases: readonly Pick<ProjectCase, 'name' | 'image' | 'path'>[] }) {
  return (
    <div className="cases">
      {cases.map(({ name, image, path }) => (
        <a className="case" href={path} key={path}>
          <Shot image={image} />
          <div className="case-name">
            <h3>{name}</h3>
            <Icon name="arrow-right" />
          </div>
        </a>
      ))}
    </div>
  )
}
