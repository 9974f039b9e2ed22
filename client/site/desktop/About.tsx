import type { Film, Heading, Honour, Site } from '../../../contract/entities.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { FilmPlayer } from '../../ui/FilmPlayer.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { Figures } from '../parts/Figures.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import type { Banner, FrameFacts, PageProps, PageRequest } from '../route.ts'
import { companyBanner, companyFacts, type CompanyFacts } from '../twins/company.ts'

interface AboutFacts extends CompanyFacts {
  honours: Honour[]
}

export const load = async ({ site }: PageRequest): Promise<AboutFacts> => ({ ...companyFacts(site), honours: site.honours })

export { head } from '../twins/company.ts'

export const banner = (_facts: AboutFacts, site: Site): Banner => companyBanner(site.pageNames.about, site)

export default function About({ facts, frame }: PageProps<AboutFacts>) {
  const { aboutTexts } = facts
  return (
    <>
      <Intro film={facts.introFilm} visit={aboutTexts.visit} frame={frame} />
      <section className="section company">
        <div className="wrap columns">
          <div className="paragraphs">
            <SectionHead name={aboutTexts.intro} />
            {facts.intro.map((paragraph, index) => (
              <p className={index === 0 ? 'lead ink' : undefined} key={paragraph}>
                {paragraph}
              </p>
            ))}
          </div>
          <figure>
            <Picture
              src={facts.introImage} alt={`${frame.companyName}外景`} width={1280} height={800} sizes="(min-width: 60rem) 42rem, 100vw"
            />
            <figcaption className="muted small">{frame.address}</figcaption>
          </figure>
        </div>
      </section>
      <Figures {...facts} />
      <Honours honours={facts.honours} heading={aboutTexts.honours} />
    </>
  )
}

function Intro({ film, visit, frame: { slogan, hotline, inquiry } }: { film: Film; visit: string; frame: FrameFacts }) {
  return (
    <section className="section tinted gridded intro-film unprinted">
      <div className="wrap columns">
        <div>
          <SectionHead name={film.title} lead={`${slogan}。`} />
          <p>{visit}</p>
          <p className="actions row wraps loose">
            {inquiry.form && <InquiryLink className="button" asked={{ topic: '预约参观' }}>预约参观</InquiryLink>}
            <a className={inquiry.form ? 'button outline' : 'button'} href={`tel:${hotline}`}>
              <Icon name="phone" />
              {inquiry.form ? hotline : '预约参观'}
            </a>
          </p>
        </div>
        <FilmPlayer film={film} />
      </div>
    </section>
  )
}

function Honours({ honours, heading }: { honours: readonly Honour[]; heading: Heading }) {
  const { open, dialog } = usePreview(honours)
  return (
    <section className="section honours">
      <div className="wrap">
        <SectionHead {...heading} />
      </div>
      <Carousel label={heading.name} visible={5} centred intervalMs={3000}>
        {honours.map(({ image, name, mark }, index) => (
          <button type="button" className={`honour ${mark}`} key={image} onClick={() => open(index)}>
            <Picture
              className="boxed cover" src={image} alt="" width={mark === 'h' ? 900 : 640} height={mark === 'h' ? 640 : 900} sizes="20rem"
            />
            <span className="small" {...keepWords(name)} />
          </button>
        ))}
      </Carousel>
      {dialog}
    </section>
  )
}
