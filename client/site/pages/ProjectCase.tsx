import type { ProjectCase as Project } from '../../../contract/entities.ts'
import { FilmPlayer } from '../../ui/FilmPlayer.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { CaseCards } from '../parts/CaseCards.tsx'
import type { PageProps } from '../route.ts'

export interface ProjectCaseFacts {
  project: Project
  others: Pick<Project, 'name' | 'image' | 'path'>[]
}

export default function ProjectCase({ facts: { project, others } }: PageProps<ProjectCaseFacts>) {
  return (
    <>
      <div className="wrap">
        <nav className="crumbs" aria-label="当前位置">
          <a href="/xiangmuanli">项目案例</a>
          <span aria-hidden="true">&gt;</span>
          <span aria-current="page">{project.name}</span>
        </nav>
      </div>
      <section className="section project">
        <div className="wrap">
          <Picture src={project.image} alt={`${project.name}示意图`} width={960} height={640} sizes="(min-width: 60rem) 42rem, 100vw" first />
          <div>
            <h2>项目介绍</h2>
            <p className="project-intro">{project.intro}</p>
            {project.company.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </section>
      <section className="section night films">
        <div className="wrap">
          {project.films.map((film) => (
            <figure key={film.url}>
              <FilmPlayer film={film} />
              <figcaption>{film.title}</figcaption>
            </figure>
          ))}
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name="其他案例" more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={others} />
        </div>
      </section>
    </>
  )
}
