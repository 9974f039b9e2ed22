import type { Picture as NamedPicture, Site } from '../../../contract/entities.ts'
import { FilmPlayer } from '../../ui/FilmPlayer.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { Figures } from '../parts/Figures.tsx'
import type { Banner, PageProps, PageRequest } from '../route.ts'
import { companyBanner, companyFacts, type CompanyFacts } from '../twins/company.ts'
import { PictureList } from './PictureList.tsx'

interface PhoneCompanyFacts extends CompanyFacts {
  certificates: NamedPicture[]
}

export const load = async ({ site }: PageRequest): Promise<PhoneCompanyFacts> => ({
  ...companyFacts(site), certificates: site.certificates,
})

export { head } from '../twins/company.ts'

export const banner = (_facts: PhoneCompanyFacts, site: Site): Banner => companyBanner(site.pageNames.aboutPhone, site)

export default function PhoneCompany({ facts, frame }: PageProps<PhoneCompanyFacts>) {
  const { intro, introImage, introFilm, certificates, aboutTexts } = facts
  const [lead, ...rest] = intro
  return (
    <>
      <section className="section phone-intro">
        <div className="wrap stack">
          <h2 {...keepWords(frame.companyName)} />
          {lead && <p className="phone-lead">{lead}</p>}
          {introImage &&
            <Picture src={introImage} alt={frame.companyName} width={1280} height={800} sizes="(min-width: 48rem) 45vw, 100vw" priority />}
          <div className="paragraphs">
            {rest.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </section>
      <section className="section tinted gridded unprinted">
        <div className="wrap">
          <SectionHead name={introFilm.title} />
          <FilmPlayer film={introFilm} />
        </div>
      </section>
      <Figures {...facts} />
      <section className="section">
        <div className="wrap">
          <SectionHead {...aboutTexts.honours} />
          <PictureList variant="certificates" pictures={certificates} />
        </div>
      </section>
    </>
  )
}
