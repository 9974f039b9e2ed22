import type { Site } from '../../../../contract/kinds/entities.ts'
import { FilmPlayer } from '../../../ui/FilmPlayer.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { pageBanner } from '../../head.ts'
import { Figures } from '../../parts/Figures.tsx'
import { Section } from '../../parts/Section.tsx'
import type { Banner, PageProps } from '../../route.ts'
import { PictureList } from '../../parts/PictureList.tsx'
import { type CompanyFacts, moreProofs } from './data.ts'
import { Press } from './Press.tsx'

export { head, load } from './data.ts'

export const banner = (_facts: CompanyFacts, site: Site): Banner => ({
  ...pageBanner('about', site),
  title: site.pageNames.aboutPhone,
})

export default function PhoneCompany({ facts, frame }: PageProps<CompanyFacts>) {
  const { intro, introImage, films, certificates, aboutTexts } = facts
  const [lead, ...rest] = intro
  return (
    <>
      <Section className="phone-intro" items={intro} inside="stack">
        <h2 {...keepWords(frame.companyName)} />
        {lead && lead !== frame.companyName && (
          <p className="phone-lead" dir="auto">
            {lead}
          </p>
        )}
        {introImage && (
          <Picture
            src={introImage}
            alt={frame.companyName}
            width={1280}
            height={800}
            sizes="(min-width: 48rem) 45vw, 100vw"
            priority
          />
        )}
        <div className="paragraphs">
          {rest.map((paragraph) => (
            <p dir="auto" key={paragraph}>
              {paragraph}
            </p>
          ))}
          <Press press={facts.press} />
        </div>
      </Section>
      <Section className="tinted gridded unprinted" items={films} wide>
        {films.map((film) => (
          <div className="wrap" key={film.url}>
            <SectionHead name={film.title} />
            <FilmPlayer film={film} />
          </div>
        ))}
      </Section>
      <Figures {...facts} />
      <Section items={certificates}>
        <SectionHead {...aboutTexts.honours} {...moreProofs(frame.pagesOn)} />
        <PictureList variant="certificates" pictures={certificates} />
      </Section>
    </>
  )
}
