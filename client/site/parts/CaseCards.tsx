import type { CaseCard, Outcome } from '../../../contract/entities.ts'
import { Arrow } from '../../ui/Icon.tsx'
import type { PageRequest } from '../route.ts'
import { Thumbnail } from './Thumbnail.tsx'

const maxCases = 200

interface ListedCase extends CaseCard {
  intro: string
  outcomes: Outcome[]
}

/** The cases in the order of staff. */
export async function loadCases({ call }: Pick<PageRequest, 'call'>, limit = maxCases): Promise<ListedCase[]> {
  const { data } = await call('caseList', { limit })
  return data.map(({ caseName, caseImage, casePath, caseIntro, figures = [] }) => ({
    name: caseName,
    image: caseImage,
    path: casePath,
    intro: caseIntro,
    outcomes: figures,
  }))
}

/** The first large, or all in a row of one height, in which one alone is uncropped. */
export function CaseCards({ cases, row = false }: { cases: readonly CaseCard[]; row?: boolean }) {
  return (
    <div className={row ? 'cases stack row-of-cases' : 'cases stack mosaic'}>
      {cases.map(({ name, image, path }, index) => (
        <a className="case clipped" href={path} key={path}>
          <Thumbnail
            image={image}
            sizes={`(min-width: 48rem) ${row && cases.length > 1 ? 42 : widthOf(index, cases.length)}rem, calc(100vw - 2rem)`}
          />
          <div className="case-name row like-h3">
            <h3 dir="auto">{name}</h3>
            <Arrow />
          </div>
        </a>
      ))}
    </div>
  )
}

/** In rem: the first picture is cropped to a height of two rows; the second and the last of three are two columns wide. */
function widthOf(index: number, count: number): number {
  if (index === 0) return 60
  return index === 1 || count === 3 ? 42 : 25
}
