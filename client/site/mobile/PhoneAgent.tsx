import type { PostedForm } from '../../../contract/application.ts'
import type { Site } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { ApplyForm } from '../parts/ApplyForm.tsx'
import type { PageProps } from '../route.ts'
import { Hundred } from './Hundred.tsx'
import { PhonePoints } from './PhonePoints.tsx'

export interface PhoneAgentFacts extends Pick<Site, 'profitModels' | 'policies' | 'advantages' | 'topRebate' | 'smartSiteShare'> {
  /** Only when the form was sent without a script. */
  posted?: PostedForm
}

export default function PhoneAgent({ facts }: PageProps<PhoneAgentFacts>) {
  const { profitModels, policies, advantages, topRebate, smartSiteShare, posted } = facts
  const apply = (
    <section className="section washed phone-apply" id="apply">
      <div className="wrap">
        <SectionHead name="申请加盟" lead="请留下联系方式，我们会尽快与您联系。" />
        <ApplyForm kind="agent" posted={posted} />
      </div>
    </section>
  )
  // What came of the form is all that is on the page: nobody should have to look for it.
  if (posted) return apply
  return (
    <>
      <section className="section night gridded phone-market" aria-label="市场与返利">
        <div className="wrap">
          <div>
            <h2>
              <b aria-hidden="true">
                {smartSiteShare}
                <small>%</small>
              </b>
              全国仅约{smartSiteShare}%的施工现场装有智慧工地设备
            </h2>
            <Hundred share={smartSiteShare} />
            <p>一格代表百分之一，没有点亮的都是市场。</p>
          </div>
          <div>
            <h2>
              <b aria-hidden="true">
                {topRebate}
                <small>%</small>
              </b>
              超额完成销售目标，返利最高可达{topRebate}%
            </h2>
            <a className="button" href="#apply">
              申请加盟
              <Icon name="chevron-down" />
            </a>
          </div>
        </div>
      </section>
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
