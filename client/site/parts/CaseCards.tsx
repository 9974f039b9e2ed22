import type { ProjectCase } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Shot } from './Shot.tsx'

export function CaseCards({ cases }: { cases: readonly Pick<ProjectCase, 'name' | 'image' | 'path'>[] }) {
  return (
    <div className="cases">
      {cases.map(({ name, image, path }, index) => (
        <a className="case" href={path} key={path}>
          <Shot image={image} sizes={`(min-width: 48rem) ${widthOf(index, cases.length)}rem, 100vw`} />
          <div className="case-name">
            <h3>{name}</h3>
            <Icon name="arrow-right" />
          </div>
        </a>
      ))}
    </div>
  )
}

/** The first is two rows high, and cropped to that; the second is two columns wide, and so is the last of three. */
const widthOf = (index: number, count: number): number => (index === 0 ? 60 : index === 1 || count === 3 ? 42 : 25)
