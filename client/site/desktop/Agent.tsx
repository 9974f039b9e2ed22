import type { PostedForm } from '../../../contract/application.ts'
import type { Point } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { ApplyForm } from '../parts/ApplyForm.tsx'
import { Points } from '../parts/Points.tsx'
import type { FrameFacts, PageProps } from '../route.ts'
import type { AgentFacts } from '../twins/agent.ts'
import { ShareGrid } from './ShareGrid.tsx'

export { banner, head, load } from '../twins/agent.ts'

export default function Agent({ facts: { profitModels, policies, advantages, topRebate, smartSiteShare, posted }, frame }: PageProps<AgentFacts>) {
  const apply = <Apply frame={frame} posted={posted} />
  // The outcome of the form is all that is on the page: nobody should have to look for it.
  if (posted) return apply
  return (
    <>
      <Market share={smartSiteShare} hotline={frame.hotline} />
      <section className="section">
        <div className="wrap">
          <SectionHead name="盈利模式" lead="可以单做，也可以叠加：一个项目签下来，后面还有服务、租赁和续费。" />
          <div className="profit">
            <Profits models={profitModels} />
            <p className="rebate">
              <span>超额完成销售目标，返利可达</span>
              <b>
                {topRebate}
                <small>%</small>
              </b>
            </p>
          </div>
        </div>
      </section>
      <section className="section tinted">
        <div className="wrap beside">
          <div>
            <SectionHead name="扶持政策" lead="签约只是开始，从第一次踏勘到第一笔回款，都有人一起走。" />
          </div>
          <Points points={policies} />
        </div>
      </section>
      <section className="section night gridded">
        <div className="wrap">
          <SectionHead name="加盟优势" />
          <Points points={advantages} numbered />
        </div>
      </section>
      {apply}
    </>
  )
}

function Market({ share, hotline }: { share: number; hotline: string }) {
  return (
    <section className="section gridded market">
      <div className="wrap">
        <div>
          <h2>
            全国只有<b>{share}%</b>的工地
            <br />
            装上了智慧工地设备
          </h2>
          <p>其余{100 - share}%的工地仍靠人跑、靠嘴问、靠纸记。设备、平台和安装队伍我们已经备好，需要的是熟悉当地工地的你。</p>
          <p className="actions">
            <a className="button" href="#apply">
              立即申请
              <Icon name="arrow-right" />
            </a>
            <a className="button outline" href={`tel:${hotline}`}>
              <Icon name="phone" />
              {hotline}
            </a>
          </p>
        </div>
        <ShareGrid share={share} />
      </div>
    </section>
  )
}

/** One under the other, like the rows of a schedule. */
function Profits({ models }: { models: readonly Point[] }) {
  return (
    <ol className="profits">
      {models.map(({ icon, title, desc }) => (
        <li key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p>{desc}</p>
        </li>
      ))}
    </ol>
  )
}

function Apply({ frame: { hotline, address }, posted }: { frame: FrameFacts; posted: PostedForm | undefined }) {
  return (
    <section className="section gridded apply" id="apply">
      <div className="wrap">
        <div>
          <SectionHead name="申请加盟" lead="留下联系方式，我们会尽快给您回电。您也可以直接来电，或到公司看看样机。" />
          <p className="apply-phone">
            <a href={`tel:${hotline}`}>{hotline}</a>
            {address}
          </p>
        </div>
        <div className="card">
          <ApplyForm kind="dealer" posted={posted} />
        </div>
      </div>
    </section>
  )
}
