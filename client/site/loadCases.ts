import type { CaseCard } from '../../contract/entities.ts'
import type { PageRequest } from './route.ts'

/** As many as one page draws. */
const limit = 200

/** The cases in the order of staff. */
export async function loadCases({ call }: Pick<PageRequest, 'call'>): Promise<(CaseCard & { intro: string })[]> {
  const { data } = await call('caseList', { limit })
  return data.map(({ caseName: name, caseImage: image, casePath: path, caseIntro: intro }) => ({ name, image, path, intro }))
}
