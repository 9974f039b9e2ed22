import type { Site } from '../../contract/entities.ts'
import { pick } from './pick.ts'

/** What a page has of the inquiry form, as staff have switched it. */
export interface InquiryPlace {
  button: boolean
  /** The texts of the band at its end. */
  band?: Pick<Site['inquiry'], 'bandTitle' | 'bandLead'>
}

export const inquiryPlace = ({ inquiry }: Pick<Site, 'inquiry'>, place: 'product' | 'case' | 'scenario' | 'news'): InquiryPlace => ({
  button: inquiry.form && place !== 'news' && inquiry[`${place}Button`],
  ...(inquiry[`${place}Band`] && { band: pick(inquiry, 'bandTitle', 'bandLead') }),
})
