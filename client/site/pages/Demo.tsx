import type { Site } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { icons, type IconName } from '../../ui/icons.ts'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { titled } from '../head.ts'
import { Section } from '../parts/Section.tsx'
import type { Head } from '../route.ts'

export const head = (_facts: object, site: Site): Head => ({
  title: titled('示例页面', site),
  description: '用于检查页面元素的示例页面。',
  noindex: true,
})

/** The elements of the design on one page. */
export default function Demo() {
  return (
    <>
      <Section className="gridded">
        <h1 className="like-h1">示例页面</h1>
        <p>这里集中展示网站的字体、颜色、按钮与图标，供检查显示效果使用。</p>
      </Section>
      <Section>
        <SectionHead name="标题与正文" lead="引言：用一句话说明这一部分。" more={{ href: '/', words: '返回首页' }} />
        <div className="rich">
          <h2>二级标题</h2>
          <h3>三级标题</h3>
          <p>正文用于连续阅读，行距宽松，中文标点使用全角。数字与单位如1200米、36个月、7.5%。</p>
        </div>
      </Section>
      <Section className="tinted">
        <SectionHead name="按钮与卡片" />
        <p className="demo-row row wraps">
          <a className="button" href="/demo">
            主要按钮
          </a>
          <a className="button outline" href="/demo">
            次要按钮
          </a>
        </p>
        <div className="grid tiles">
          <a className="card point column" href="/demo">
            <Icon name="sensor" />
            <h3>可以点开的卡片</h3>
            <p className="muted">指针移上时，四角出现图纸上的定位线。</p>
          </a>
          <div className="card point column">
            <Icon name="chart" />
            <h3>不可点开的卡片</h3>
            <p className="muted">只作陈列。</p>
          </div>
        </div>
      </Section>
      <Section className="night">
        <SectionHead name="图标" />
        <p className="demo-row row wraps">
          {(Object.keys(icons) as IconName[]).map((name) => (
            <Icon key={name} name={name} />
          ))}
        </p>
      </Section>
    </>
  )
}
