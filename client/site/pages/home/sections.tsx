import type { ReactNode } from 'react'
import type { Heading, Picture, Scenario } from '../../../../contract/entities.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { CaseCards } from '../../parts/CaseCards.tsx'
import { Figures } from '../../parts/Figures.tsx'
import { Section } from '../../parts/Section.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
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

/** Logos, on white in both colour schemes since they are drawn for it. The last cell invites the reader, where there is a page for it. */
function Partners({ partners, invitation }: { partners: readonly Picture[]; invitation: string | false }) {
  return (
    <ul className="partners">
      {partners.map(({ image, name }) => (
        <li className="center" key={image}>
          <img src={image} alt={name} width="240" height="80" loading="lazy" decoding="async" />
        </li>
      ))}
      {invitation && (
        <li className="center">
          <a className="row tight" href="/dljm">
            {invitation}
            <Icon name="plus" />
          </a>
        </li>
      )}
    </ul>
  )
}

/** Tall panels side by side; the one under the pointer widens. On a narrow screen they scroll sideways. */
function ScenarioStrip({ scenarios }: { scenarios: readonly Pick<Scenario, 'name' | 'image'>[] }) {
  return (
    <div className="scenarios">
      {scenarios.map(({ name, image }, index) => (
        <a className="clipped" href={`/yingyongchangjing#scenario-${index + 1}`} key={name}>
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
