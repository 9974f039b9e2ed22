import type { ProjectCase } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Thumbnail } from './Thumbnail.tsx'

export function CaseCards({ cases }: { cases: readonly Pick<ProjectCase, 'name' | 'image' | 'path'>[] }) {
  return (
    <div className="cases">
      {cases.map(({ name, image, path }, index) => (
        <a className="case" href={path} key={path}>
          <Thumbnail image={image} sizes={`(min-width: 48rem) ${widthOf(index, cases.length)}rem, calc(100vw - 2rem)`} />
          <div className="case-name">
            <h3>{name}</h3>
            <Icon name="arrow-right" />
          </div>
        </a>
      ))}
    </div>
  )
}

/** The first is two rows high, and cropped to that; the second is two columns wide, and the last of three as well. */
const widthOf = (index: number, count: number): number => (index === 0 ? 60 : index === 1 || count === 3 ? 42 : 25)
