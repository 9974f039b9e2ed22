import type { CaseCard, Outcome } from '../../../contract/kinds/entities.ts'
import { Arrow } from '../../ui/Icon.tsx'
import type { PageRequest } from '../route.ts'
import { Thumbnail } from './Thumbnail.tsx'

const maxCases = 200
/** In rem: of one that is alone. */
const maxWidth = 42

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

/** Side by side, as many as have room. They are 3:2, as our own pictures are, so that none is cropped. `width`: of all together, in rem. */
export function CaseCards({ cases, width = 84 }: { cases: readonly CaseCard[]; width?: number }) {
  const onTablets = cases.length > 1 ? '(min-width: 48rem) 48vw, ' : ''
  const onDesktops = `(min-width: 62rem) ${Math.round(Math.min(width / cases.length, maxWidth))}rem`
  return (
    <div className="cases stack">
      {cases.map(({ name, image, path }) => (
        <a className="case clipped" href={path} key={path}>
          <Thumbnail image={image} icon="plan" sizes={`${onDesktops}, ${onTablets}calc(100vw - 2rem)`} />
          <div className="case-name row like-h3">
            <h3 dir="auto">{name}</h3>
            <Arrow />
          </div>
        </a>
      ))}
    </div>
  )
}
