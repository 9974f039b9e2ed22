import type { Site } from '../../../contract/entities.ts'
import { titled } from '../head.ts'
import type { Head, PageProps } from '../route.ts'

export const head = (_facts: object, site: Site): Head => ({ title: titled('隐私说明', site), description: `${site.siteName}如何使用您在网站上提交的信息。` })

export default function Privacy({ frame: { companyName, hotline, mailbox } }: PageProps<object>) {
  return (
    <div className="wrap article">
      <article>
        <header>
          <h1>隐私说明</h1>
          <p className="article-intro">我们只收集办事必需的信息，并在这里说清楚它们的去处。</p>
        </header>
        <div className="rich">
          <h2>我们收集什么</h2>
          <p>只有当您提交加盟申请时，我们才会收到您填写的公司名称、联系人与手机号码，以及提交的时间和所用的表单。浏览网站不需要注册，也不需要提供任何个人信息。</p>
          <h2>用来做什么</h2>
          <p>这些信息只用于与您联系、商谈代理加盟事宜，不会出售或提供给与此无关的任何人，也不会用于自动推送广告。</p>
          <h2>谁能看到，保存多久</h2>
          <p>申请保存在{companyName}自己的服务器上，只有登录后台的招商人员可以查看。合作未达成且不再联系的，您可以随时要求我们删除。</p>
          <h2>浏览记录</h2>
          <p>本网站不使用第三方统计，不在访客的浏览器中存放用于跟踪的标识。服务器的运行日志只记录访问的页面与时间，不记录您的网络地址。为防止恶意提交，服务器会在内存中短暂计数，重启即清空，不写入磁盘。</p>
          <h2>地图</h2>
          <p>打开含有地图的页面时，您的浏览器会向地图服务商请求地图图片，服务商会因此知道您的网络地址。地图上的导航链接会打开服务商自己的网站。</p>
          <h2>查询、更正与删除</h2>
          <p>
            如需查询、更正或删除您提交的信息，请致电<a href={`tel:${hotline}`}>{hotline}</a>或写信至<a href={`mailto:${mailbox}`}>{mailbox}</a>，我们会在15个工作日内处理。
          </p>
        </div>
      </article>
    </div>
  )
}
