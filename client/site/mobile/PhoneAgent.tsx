import { fillText } from '../../../contract/companyText.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { ApplyForm } from '../parts/ApplyForm.tsx'
import { applyKinds } from '../parts/applyKinds.ts'
import type { PageProps } from '../route.ts'
import { type AgentFacts, marketValues } from '../twins/agent.ts'
import { PhonePoints } from './PhonePoints.tsx'

export { banner, head, load } from '../twins/agent.ts'

export default function PhoneAgent({ facts, frame }: PageProps<AgentFacts>) {
  const { profitModels, policies, advantages, agentTexts, posted } = facts
  const apply = (
    <section className="section tinted phone-apply unprinted" id="apply">
      <div className="wrap columns">
        <SectionHead {...agentTexts.apply} />
        <ApplyForm kind={applyKinds.agent} frame={frame} posted={posted} />
      </div>
    </section>
  )
  // The page shows only the outcome of the form, so that nobody has to look for it.
  if (posted) return apply
  return (
    <>
      <Market facts={facts} hasForm={frame.inquiry.agent} />
      <section className="section">
        <div className="wrap">
          <SectionHead name={agentTexts.profit.name} />
          <ol className="phone-profits">
            {profitModels.map(({ icon, title, desc }) => (
              <li className="ruled" key={title}>
                <h3>{title}</h3>
                <p>{desc}</p>
                <Icon name={icon} />
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section night gridded">
        <div className="wrap">
          <SectionHead name={agentTexts.policies.name} />
          <PhonePoints variant="policies" points={policies} />
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name={agentTexts.advantages.name} />
          <PhonePoints variant="strengths" points={advantages} />
        </div>
      </section>
      {frame.inquiry.agent && apply}
    </>
  )
}

function Market({ facts, hasForm }: { facts: AgentFacts; hasForm: boolean }) {
  const { agentTexts, smartSiteShare: share, topRebate: rebate } = facts
  const values = marketValues(facts)
  return (
    <section className="section night gridded phone-market" aria-label="市场与返利">
      <div className="wrap stack">
        <div>
          <h2 className="like-h3">
            <b aria-hidden="true">
              {share}
              <small>%</small>
            </b>
            <span {...keepWords(fillText(agentTexts.market.replace('\n', ''), values))} />
          </h2>
          <ShareGrid share={share} />
          <p>{agentTexts.legend}</p>
        </div>
        <div>
          <h2 className="like-h3">
            <b aria-hidden="true">
              {rebate}
              <small>%</small>
            </b>
            <span {...keepWords(fillText(agentTexts.rebate, values))} />
          </h2>
          {hasForm && (
            <a className="button" href="#apply">
              申请加盟
              <Icon name="chevron-down" />
            </a>
          )}
        </div>
      </div>
    </section>
  )
}

const rows = 5
const cells = (from: number, to: number): string => {
  let path = ''
  for (let n = from; n < to; n++) path += `M${Math.floor(n / rows) * 10 + 1} ${(n % rows) * 10 + 1}h8v8h-8z`
  return path
}

/** A hundred construction sites, those already equipped filled. The words beside it say the same. */
function ShareGrid({ share }: { share: number }) {
  const filled = Math.min(100, Math.max(0, Math.round(share)))
  return (
    <svg className="phone-share-grid" viewBox={`0 0 ${1000 / rows} ${rows * 10}`} aria-hidden="true">
      <path d={cells(0, filled)} />
      <path d={cells(filled, 100)} />
    </svg>
  )
}
