import type { ReactNode } from 'react'
import type { Heading, Outcome, Scenario } from '../../../../contract/kinds/entities.ts'
import { newsName, newsPage } from '../../../../contract/kinds/recordPages.ts'
import { Arrow } from '../../../ui/Icon.tsx'
import { MoreLink } from '../../../ui/MoreLink.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { PlainPicture } from '../../../ui/PlainPicture.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { CaseQuotes } from '../../parts/CaseQuotes.tsx'
import { Day } from '../../parts/Day.tsx'
import { Figures } from '../../parts/Figures.tsx'
import { InquiryLink } from '../../parts/InquiryLink.tsx'
import { OutcomeLine, Outcomes } from '../../parts/Outcomes.tsx'
import { Section } from '../../parts/Section.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import type { FrameFacts } from '../../route.ts'
import type { HomeFacts } from './data.ts'

/** How each section is drawn, by its name in the site record. */
export type Drawn<Facts extends { sections: readonly string[] }> = Readonly<
  Record<Facts['sections'][number], (facts: Facts, frame: FrameFacts) => ReactNode>
>

/** The sections that both home pages have: on phones with a name only, and on other grounds. */
export const sharedSections = (phone: boolean) => {
  const headOf = ({ name, lead }: Heading): Heading => ({ name, lead: phone ? '' : lead })
  return {
    figures: (facts: HomeFacts) => <Figures {...facts} />,
    cases: (facts: HomeFacts) => <Cases {...facts} heading={headOf(facts.homeTexts.cases)} />,
    news: ({ news }: HomeFacts, { pageNames }: FrameFacts) => (
      <Section className="dense" items={news}>
        <SectionHead quiet name={pageNames.news} more={{ href: '/xwdt', words: '全部新闻' }} />
        <Teasers
          items={news.map((row) => ({
            href: newsPage(row.newId),
            image: row.newCover,
            name: newsName(row),
            date: row.createDate,
          }))}
        />
      </Section>
    ),
    partners: ({ partners, homeTexts }: HomeFacts, { pagesOn }: FrameFacts) => (
      <Section id="partners" className="partners-band" items={partners}>
        <SectionHead
          quiet
          {...headOf(homeTexts.partners)}
          {...(pagesOn.agent &&
            homeTexts.invitation && {
              more: { href: phone ? '/dailijiameng' : '/dljm', words: homeTexts.invitation },
            })}
        />
        <ul className="partners">
          {partners.map(({ image, name }) => (
            <li key={image}>
              <PlainPicture src={image} alt={name} width="240" height="80" loading="lazy" decoding="async" />
            </li>
          ))}
        </ul>
      </Section>
    ),
    scenarios: ({ scenarios, homeTexts }: HomeFacts) => (
      <Section className="tinted scenario-band" items={scenarios} wide>
        <SectionHead quiet {...headOf(homeTexts.scenarios)} more={{ href: '/yingyongchangjing', words: '查看场景' }} />
        <ScenarioStrip scenarios={scenarios} />
      </Section>
    ),
  }
}

/** What the visitor can do next: first of all ask. */
export function HomeActions({ phone, frame: { inquiry, pagesOn, buttons } }: { phone: boolean; frame: FrameFacts }) {
  return (
    <p className="actions row wraps loose">
      {inquiry.form && (
        <InquiryLink className="button" asked={{}}>
          在线咨询
        </InquiryLink>
      )}
      {pagesOn.product && (
        <a className={inquiry.form ? 'button outline' : 'button'} href={phone ? '/zhuyingyewu' : '/product'}>
          {buttons.product}
        </a>
      )}
      {(phone ? inquiry.agent : inquiry.dealer) && (
        <a className="more row" href={phone ? '/dailijiameng#apply' : '/dljm#apply'}>
          {buttons.agent}
          <Arrow />
        </a>
      )}
    </p>
  )
}

/** The first case at full width with what it has achieved and the words of a customer, the others small beneath it. */
function Cases({
  cases: [first, ...others],
  leadCase,
  heading,
}: Pick<HomeFacts, 'cases' | 'leadCase'> & { heading: Heading }) {
  if (!first || !leadCase) return null
  const { quotes, outcomes, intro } = leadCase
  return (
    <section className="section night lead-case">
      <div className={first.image ? 'lead-scene pictured clipped' : 'lead-scene'}>
        {first.image && (
          <Picture className="cover" src={first.image} alt="" sizes="(min-width: 62rem) max(70vw, 46rem), 100vw" />
        )}
        <div className="wrap">
          <SectionHead quiet {...heading} />
          <Outcomes className="lead-outcomes" outcomes={outcomes} />
          {quotes.length > 0 ? (
            <CaseQuotes quotes={quotes} />
          ) : (
            <p className="lead ink" dir="auto">
              {intro}
            </p>
          )}
          <div className="row wraps loose">
            <h3>
              <a className="more row" href={first.path}>
                {first.name}
                <Arrow />
              </a>
            </h3>
            <MoreLink href="/xiangmuanli">全部案例</MoreLink>
          </div>
        </div>
      </div>
      {others.length > 0 && (
        <div className="wrap">
          <Teasers items={others.map(({ path, ...each }) => ({ href: path, ...each }))} />
        </div>
      )}
    </section>
  )
}

interface Teaser {
  href: string
  image: string
  name: string
  date?: string
  outcome?: Outcome | undefined
}

/** Small pictures beside their titles, three in a line; without a picture, the title alone. */
function Teasers({ items }: { items: readonly Teaser[] }) {
  return (
    <ul className="teasers">
      {items.map(({ href, image, name, date, outcome }) => (
        <li key={href}>
          <a href={href}>
            {image && <Thumbnail image={image} sizes="(min-width: 62rem) 11rem, 40vw" />}
            <div>
              {date && <Day date={date} />}
              <h3 {...keepWords(name)} />
              {outcome && <OutcomeLine outcome={outcome} />}
            </div>
          </a>
        </li>
      ))}
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
            <Arrow />
          </span>
        </a>
      ))}
    </div>
  )
}
