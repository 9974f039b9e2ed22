import type { ReactNode } from 'react'
import type { Heading } from '../../../../contract/entities.ts'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { CaseCards } from '../../parts/CaseCards.tsx'
import { Figures } from '../../parts/Figures.tsx'
import { Partners } from '../../parts/Partners.tsx'
import { ScenarioStrip } from '../../parts/ScenarioStrip.tsx'
import { Section } from '../../parts/Section.tsx'
import type { FrameFacts } from '../../route.ts'
import type { HomeFacts } from './data.ts'

/** How each section is drawn, by its name in the site record. */
export type Drawn<Facts extends { sections: readonly string[] }> =
  Readonly<Record<Facts['sections'][number], (facts: Facts, frame: FrameFacts) => ReactNode>>

/** The sections that both home pages have: on phones with a name only, and on other grounds. */
export const sharedSections = (phone: boolean) => {
  const headOf = ({ name, lead }: Heading): Heading => ({ name, lead: phone ? '' : lead })
  return {
    figures: (facts: HomeFacts) => <Figures {...facts} />,
    cases: ({ cases, homeTexts }: HomeFacts) => (
      <Section items={cases}>
        <div className="wrap">
          <SectionHead {...headOf(homeTexts.cases)} more={{ href: '/xiangmuanli', words: '全部案例' }} />
          <CaseCards cases={cases} />
        </div>
      </Section>
    ),
    partners: ({ partners, homeTexts }: HomeFacts, { pagesOn }: FrameFacts) => (
      <Section className={phone ? 'tinted' : ''} items={partners}>
        <div className="wrap">
          <SectionHead {...headOf(homeTexts.partners)} />
          <Partners partners={partners} invitation={pagesOn.agent && homeTexts.invitation} />
        </div>
      </Section>
    ),
    scenarios: ({ scenarios, homeTexts }: HomeFacts) => (
      <Section className={phone ? '' : 'tinted'} items={scenarios}>
        <div className="wrap">
          <SectionHead {...headOf(homeTexts.scenarios)} more={{ href: '/yingyongchangjing', words: '查看场景' }} />
        </div>
        <ScenarioStrip scenarios={scenarios} />
      </Section>
    ),
  }
}
