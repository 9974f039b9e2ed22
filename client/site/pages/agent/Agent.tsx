import { fillText } from '../../../../contract/site/companyText.ts'
import type { Point } from '../../../../contract/kinds/entities.ts'
import { Arrow, Icon } from '../../../ui/Icon.tsx'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { ApplyForm } from '../../parts/ApplyForm.tsx'
import { Details } from '../../parts/Details.tsx'
import { FilledText } from '../../parts/FilledText.tsx'
import { Points } from '../../parts/Points.tsx'
import { Section } from '../../parts/Section.tsx'
import type { FrameFacts, PageProps } from '../../route.ts'
import { type AgentFacts, marketText, marketValues } from './data.ts'
import { dealerKind } from './dealerKinds.ts'

export { banner, head, load } from './data.ts'

export default function Agent({ facts, frame }: PageProps<AgentFacts>) {
  const { profitModels, policies, advantages, topRebate, agentTexts, posted } = facts
  const apply = <Apply facts={facts} frame={frame} />
  // The page shows only the outcome of the form, so that nobody has to look for it.
  if (posted) return apply
  return (
    <>
      <Market facts={facts} frame={frame} />
      <Section items={profitModels}>
        <SectionHead {...agentTexts.profit} />
        <div className="profit columns">
          <Profits models={profitModels} />
          {topRebate > 0 && (
            <p className="rebate lead">
              <span>{fillText(agentTexts.rebate, { 返利: '' })}</span>
              <b>
                {topRebate}
                <small>%</small>
              </b>
            </p>
          )}
        </div>
      </Section>
      <Section className="tinted" items={policies} inside="columns beside">
        <div>
          <SectionHead {...agentTexts.policies} />
        </div>
        <Points points={policies} />
      </Section>
      <Section className="night gridded" items={advantages}>
        <SectionHead quiet {...agentTexts.advantages} />
        <Points points={advantages} numbered />
      </Section>
      {frame.inquiry.dealer && apply}
    </>
  )
}

function Market({ facts, frame: { hotline, inquiry } }: { facts: AgentFacts; frame: FrameFacts }) {
  const { agentTexts } = facts
  const values = marketValues(facts)
  const title = marketText(agentTexts.market, values)
  const lead = marketText(agentTexts.marketText, values)
  if (!title && !lead) return null
  return (
    <Section className="gridded market">
      {title && (
        <h2>
          <FilledText text={title} values={values} />
        </h2>
      )}
      {lead && (
        <p className="lead" dir="auto">
          {fillText(lead, values)}
        </p>
      )}
      <p className="actions row wraps loose">
        {inquiry.dealer && (
          <a className="button" href="#apply">
            立即申请
            <Arrow />
          </a>
        )}
        <a className="button outline" href={`tel:${hotline}`}>
          <Icon name="phone" />
          {hotline}
        </a>
      </p>
    </Section>
  )
}

function Profits({ models }: { models: readonly Point[] }) {
  return (
    <ol className="profits">
      {models.map(({ icon, title, desc }) => (
        <li className="ruled" key={title}>
          <Icon name={icon} />
          <h3 dir="auto">{title}</h3>
          <p dir="auto">{desc}</p>
        </li>
      ))}
    </ol>
  )
}

function Apply({ facts: { agentTexts, dealerTerms, posted }, frame }: { facts: AgentFacts; frame: FrameFacts }) {
  const { hotline, hoursText, address } = frame
  return (
    <Section className="gridded apply" inside="columns" id="apply">
      <div>
        <SectionHead {...agentTexts.apply} />
        <p className="apply-phone">
          <a href={`tel:${hotline}`}>{hotline}</a>
          {hoursText && (
            <>
              {hoursText}
              <br />
            </>
          )}
          {address}
        </p>
        {!posted && <Details details={dealerTerms} />}
      </div>
      <div className="card unprinted">
        <ApplyForm kind={dealerKind} frame={frame} posted={posted} />
      </div>
    </Section>
  )
}
