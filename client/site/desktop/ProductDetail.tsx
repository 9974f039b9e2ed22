import type { Point, Product } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { Points } from '../parts/Points.tsx'
import { longName, productName } from '../productName.ts'
import type { PageProps } from '../route.ts'

export interface ProductDetailFacts {
  product: Product
  afterSales: Point[]
}

export default function ProductDetail({ facts: { product, afterSales }, frame }: PageProps<ProductDetailFacts>) {
  const { coverName, coverDescribe, coverUrl, productType, productCon } = product
  const name = productName(product)
  return (
    <>
      <section className="product-head">
        <div className="wrap">
          <nav className="crumbs" aria-label="当前位置">
            <a href="/product">产品中心</a>
            <span aria-hidden="true">&gt;</span>
            <span aria-current="page">{name}</span>
          </nav>
          <div className="product-title">
            {coverName && productType && <p className="kind">{productType}</p>}
            <h1 className={name.length > longName ? 'long' : undefined}>{name}</h1>
            {coverDescribe && <p className="describe">{coverDescribe}</p>}
            <Ways product={product} hotline={frame.hotline} />
          </div>
          {coverUrl && <Picture className="product-cover" src={coverUrl} alt={name} width={960} height={720} sizes="min(100vw, 60rem)" first />}
        </div>
      </section>
      {productCon && (
        <section className="section product-body">
          <div className="wrap">
            <RichText html={productCon} />
          </div>
        </section>
      )}
      <section className="section night gridded after-sales">
        <div className="wrap">
          <SectionHead name="一站式实施与售后服务" />
          <Points points={afterSales} numbered />
        </div>
      </section>
    </>
  )
}

function Ways({ product: { jumpUrl }, hotline }: { product: Product; hotline: string }) {
  const away = !jumpUrl.startsWith('/')
  return (
    <p className="ways">
      {jumpUrl && (
        <a className="button" href={jumpUrl} {...(away && { target: '_blank', rel: 'noopener noreferrer' })}>
          了解更多
          <Icon name={away ? 'arrow-up-right' : 'arrow-right'} />
        </a>
      )}
      <a className={jumpUrl ? 'button quiet' : 'button'} href={`tel:${hotline}`}>
        <Icon name="phone" />
        咨询 {hotline}
      </a>
    </p>
  )
}
