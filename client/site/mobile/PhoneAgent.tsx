import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { ApplyForm } from '../parts/ApplyForm.tsx'
import type { PageProps } from '../route.ts'
import type { AgentFacts } from '../twins/agent.ts'
import { Hundred } from './Hundred.tsx'
import { PhonePoints } from './PhonePoints.tsx'

export { banner, head, load } from '../twins/agent.ts'

export default function PhoneAgent({ facts }: PageProps<AgentFacts>) {
  const { profitModels, policies, advantages, topRebate, smartSiteShare, posted } = facts
  const apply = (
    <section className="section tinted phone-apply" id="apply">
      <div className="wrap">
        <SectionHead name="申请加盟" lead="请留下联系方式，我们会尽快与您联系。" />
        <ApplyForm kind="agent" posted={posted} />
      </div>
    </section>
  )
  // The outcome of the form is all that is on the page: nobody should have to look for it.
  if (posted) return apply
  return (
    <>
      <Market share={smartSiteShare} rebate={topRebate} />
      <section className="section">
        <div className="wrap">
          <SectionHead name="盈利模式" />
          <ol className="phone-profits">
            {profitModels.map(({ icon, title, desc }) => (
              <li key={title}>
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
          <SectionHead name="政策支持" />
          <PhonePoints look="policies" points={policies} />
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead name="我们的优势" />
          <PhonePoints look="strengths" points={advantages} />
        </div>
      </section>
      {apply}
    </>
  )
}

function Market({ share, rebate }: { share: number; rebate: number }) {
  return (
    <section className="section night gridded phone-market" aria-label="市场与返利">
      <div className="wrap">
        <div>
          <h2>
            <b aria-hidden="true">
              {share}
              <small>%</small>
            </b>
            全国仅约{share}%的施工现场装有智慧工地设备
          </h2>
          <Hundred share={share} />
          <p>一格代表百分之一，没有点亮的都是市场。</p>
        </div>
        <div>
          <h2>
            <b aria-hidden="true">
              {rebate}
              <small>%</small>
            </b>
            超额完成销售目标，返利最高可达{rebate}%
          </h2>
          <a className="button" href="#apply">
            申请加盟
            <Icon name="chevron-down" />
          </a>
        </div>
      </div>
    </section>
  )
}
