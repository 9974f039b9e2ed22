import type { Site } from '../../../contract/entities.ts'
import { titled } from '../head.ts'
import { PageLinks } from '../parts/PageLinks.tsx'
import type { Head, PageProps } from '../route.ts'

export const head = (_facts: object, site: Site): Head => ({ title: titled('页面无法进入', site), description: '您访问的页面不存在或已被移走。', noindex: true })

/** An empty drawing sheet. */
export default function NotFound({ frame }: PageProps<object>) {
  return (
    <section className="section gridded not-found">
      <div className="wrap stack">
        <p className="not-found-mark" aria-hidden="true">404</p>
        <h1 className="like-h1">页面无法进入</h1>
        <p>您访问的页面不存在，或者已经移走。</p>
        <p className="demo-row row wraps">
          <a className="button" href="/">返回首页</a>
          <PageLinks pages={['news', 'cases']} className="button outline" frame={frame} />
        </p>
      </div>
    </section>
  )
}
