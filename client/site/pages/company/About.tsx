import type { Film, Heading, Site } from '../../../../contract/kinds/entities.ts'
import { Carousel } from '../../../ui/Carousel.tsx'
import { FilmPlayer } from '../../../ui/FilmPlayer.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { pageBanner } from '../../head.ts'
import { Figures } from '../../parts/Figures.tsx'
import { InquiryLink } from '../../parts/InquiryLink.tsx'
import { Section } from '../../parts/Section.tsx'
import type { Banner, FrameFacts, PageProps } from '../../route.ts'
import { type CompanyFacts, moreProofs } from './data.ts'
import { Press } from './Press.tsx'

export { head, load } from './data.ts'

export const banner = (_facts: CompanyFacts, site: Site): Banner => pageBanner('about', site)

export default function About({ facts, frame }: PageProps<CompanyFacts>) {
  const { aboutTexts } = facts
  return (
    <>
      <Intro films={facts.films} visit={aboutTexts.visit} frame={frame} />
      <Section className="company" items={facts.intro} inside={facts.introImage && 'columns'}>
        <div className="paragraphs">
          <SectionHead name={aboutTexts.intro} />
          {facts.intro.map((paragraph, index) => (
            <p className={index === 0 ? 'lead ink' : undefined} dir="auto" key={paragraph}>
              {paragraph}
            </p>
          ))}
          <Press press={facts.press} />
        </div>
        {facts.introImage && (
          <figure>
            <Picture
              src={facts.introImage}
              alt={frame.companyName}
              width={1280}
              height={800}
              sizes="(min-width: 60rem) 42rem, 100vw"
            />
            <figcaption className="muted small">{frame.address}</figcaption>
          </figure>
        )}
      </Section>
      <Figures {...facts} />
      <Honours honours={facts.honours} heading={aboutTexts.honours} pagesOn={frame.pagesOn} />
    </>
  )
}

function Intro({
  films,
  visit,
  frame: { slogan, hotline, inquiry, buttons },
}: {
  films: readonly Film[]
  visit: string
  frame: FrameFacts
}) {
  const asks = inquiry.form && buttons.visit !== ''
  return (
    <Section className="tinted gridded intro-film unprinted" items={films} wide>
      {films.map((film) => (
        <div className="wrap columns" key={film.url}>
          <div>
            <SectionHead name={film.title} lead={`${slogan}。`} />
            {buttons.visit && <p dir="auto">{visit}</p>}
            <p className="actions row wraps loose">
              {asks && (
                <InquiryLink className="button" asked={{ topic: '预约参观' }}>
                  {buttons.visit}
                </InquiryLink>
              )}
              <a className={asks ? 'button outline' : 'button'} href={`tel:${hotline}`}>
                <Icon name="phone" />
                {asks ? hotline : buttons.visit || hotline}
              </a>
            </p>
          </div>
          <FilmPlayer film={film} />
        </div>
      ))}
    </Section>
  )
}

function Honours({
  honours,
  heading,
  pagesOn,
}: Pick<CompanyFacts, 'honours'> & Pick<FrameFacts, 'pagesOn'> & { heading: Heading }) {
  return (
    <Section className="honours" items={honours} wide>
      <div className="wrap">
        <SectionHead {...heading} {...moreProofs(pagesOn)} />
      </div>
      <Carousel label={heading.name} visible={5} centred intervalMs={3000}>
        {honours.map(({ image, name, mark }) => (
          <button type="button" className={`honour ${mark}`} key={image} data-large={name}>
            <Picture
              className="boxed cover"
              src={image}
              alt=""
              width={mark === 'h' ? 900 : 640}
              height={mark === 'h' ? 640 : 900}
              sizes="20rem"
            />
            <span className="small" {...keepWords(name)} />
          </button>
        ))}
      </Carousel>
    </Section>
  )
}
