import { fillText } from '../../../../contract/site/companyText.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { ApplyForm } from '../../parts/ApplyForm.tsx'
import { Details } from '../../parts/Details.tsx'
import { Points } from '../../parts/Points.tsx'
import { Section } from '../../parts/Section.tsx'
import type { FrameFacts, PageProps } from '../../route.ts'
import { type AgentFacts, marketText, marketValues } from './data.ts'
import { phoneDealerKind } from './dealerKinds.ts'

export { banner, head, load } from './data.ts'

export default function PhoneAgent({ facts, frame }: PageProps<AgentFacts>) {
  const { profitModels, policies, advantages, dealerTerms, agentTexts, posted } = facts
  const apply = (
    <Section className="tinted phone-apply unprinted" inside="columns" id="apply">
      <div>
        <SectionHead {...agentTexts.apply} />
        {!posted && <Details details={dealerTerms} />}
      </div>
      <ApplyForm kind={phoneDealerKind} frame={frame} posted={posted} />
    </Section>
  )
  // The page shows only the outcome of the form, so that nobody has to look for it.
  if (posted) return apply
  return (
    <>
      <Market facts={facts} frame={frame} />
      <Section items={profitModels}>
        <SectionHead name={agentTexts.profit.name} />
        <ol className="phone-profits">
          {profitModels.map(({ icon, title, desc }) => (
            <li className="ruled" key={title}>
              <h3 dir="auto">{title}</h3>
              <p dir="auto">{desc}</p>
              <Icon name={icon} />
            </li>
          ))}
        </ol>
      </Section>
      <Section className="night gridded" items={policies}>
        <SectionHead quiet name={agentTexts.policies.name} />
        <Points phone="policies" points={policies} />
      </Section>
      <Section items={advantages}>
        <SectionHead quiet name={agentTexts.advantages.name} />
        <Points phone="strengths" points={advantages} />
      </Section>
      {frame.inquiry.agent && apply}
    </>
  )
}

function Market({ facts, frame: { inquiry, buttons } }: { facts: AgentFacts; frame: FrameFacts }) {
  const { agentTexts, smartSiteShare: share, topRebate: rebate } = facts
  const values = marketValues(facts)
  const title = marketText(agentTexts.market.replace('\n', ''), values)
  if (!title && rebate === 0) return null
  return (
    <Section className="night gridded phone-market" inside="stack" aria-label="市场与返利">
      {title && (
        <div>
          <h2 className="like-h3">
            {share > 0 && <Percent value={share} />}
            <span {...keepWords(fillText(title, values))} />
          </h2>
        </div>
      )}
      <div>
        {rebate > 0 && (
          <h2 className="like-h3">
            <Percent value={rebate} />
            <span {...keepWords(fillText(agentTexts.rebate, values))} />
          </h2>
        )}
        {inquiry.agent && (
          <a className="button" href="#apply">
            {buttons.agent}
            <Icon name="chevron-down" />
          </a>
        )}
      </div>
    </Section>
  )
}

/** The words beside it say the same. */
function Percent({ value }: { value: number }) {
  return (
    <b aria-hidden="true">
      {value}
      <small>%</small>
    </b>
  )
}
