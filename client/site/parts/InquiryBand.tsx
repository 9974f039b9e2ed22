import type { Site } from '../../../contract/kinds/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { pick } from '../facts.ts'
import type { FrameFacts } from '../route.ts'
import { type Asked, InquiryLink } from './InquiryLink.tsx'

/** What a page has of the inquiry form, as staff have switched it. */
export interface InquiryPlace {
  button: boolean
  /** The texts of the band at its end. */
  band?: Pick<Site['inquiry'], 'bandTitle' | 'bandLead'>
}

type PlaceWithButton = 'product' | 'case' | 'scenario'

export const inquiryPlace = (site: Pick<Site, 'inquiry'>, place: PlaceWithButton): InquiryPlace => ({
  button: site.inquiry.form && site.inquiry[`${place}Button`],
  ...inquiryBand(site, place),
})

/** Of pages without a button of their own. */
export const inquiryBand = (
  { inquiry }: Pick<Site, 'inquiry'>,
  place: PlaceWithButton | 'news' | 'home' | 'list' | 'page' | 'search',
): Pick<InquiryPlace, 'band'> => (inquiry[`${place}Band`] ? { band: pick(inquiry, 'bandTitle', 'bandLead') } : {})

/** The ways to ask, at the end of a page. */
export function InquiryBand({
  band,
  frame: { hotline, inquiry, buttons, wecomService },
  asked = {},
  outlined = false,
}: {
  band: InquiryPlace['band']
  frame: FrameFacts
  asked?: Asked
  /** Where a bar that stays on the screen has the filled button. */
  outlined?: boolean
}) {
  if (!band) return null
  return (
    <section className="inquiry-band" id="ask">
      <div className="wrap">
        <div className="card">
          <div>
            <h2 {...keepWords(band.bandTitle)} />
            <p dir="auto">{band.bandLead}</p>
          </div>
          <p className="actions row wraps loose">
            {inquiry.form && (
              <>
                <InquiryLink className={outlined ? 'button outline' : 'button'} asked={asked}>
                  在线咨询
                </InquiryLink>
                {buttons.visit && (
                  <InquiryLink className="button outline" asked={{ ...asked, topic: '预约参观' }}>
                    {buttons.visit}
                  </InquiryLink>
                )}
              </>
            )}
            <a className={inquiry.form ? 'button outline' : 'button'} href={`tel:${hotline}`}>
              <Icon name="phone" />
              {hotline}
            </a>
            {wecomService && (
              <a className="button outline" href={wecomService} target="_blank" rel="noopener noreferrer">
                微信客服
              </a>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}
