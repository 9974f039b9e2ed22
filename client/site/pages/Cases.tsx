import type { ProjectCase } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Shot } from '../parts/Shot.tsx'
import type { PageProps } from '../route.ts'

export interface CasesFacts {
  cases: Pick<ProjectCase, 'name' | 'image' | 'path' | 'intro'>[]
}

export default function Cases({ facts: { cases } }: PageProps<CasesFacts>) {
  return (
    <section className="section gridded">
      <div className="wrap case-rows">
        {cases.map(({ name, image, path, intro }, index) => (
          <article className="case-row" key={path}>
            <a href={path} tabIndex={-1} aria-hidden="true">
              <Shot image={image} sizes="(min-width: 48rem) min(42vw, 45rem), 100vw" first={index === 0} />
            </a>
            <div>
              <h2>
                <a href={path}>{name}</a>
              </h2>
              <p>{intro}</p>
              <a className="more" href={path} aria-label={`查看案例：${name}`}>
                查看案例
                <Icon name="arrow-right" />
              </a>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
