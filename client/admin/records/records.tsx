import { type KindName, kindNames, ofEach } from '../../../contract/kinds/kinds.ts'
import { api } from '../session/api.ts'
import type { Special } from '../list/recordSource.ts'
import { GroupTab, withGroup } from '../site/besideList.tsx'
import { recordScreen } from './recordScreen.tsx'

/** The settings of what they list stand beside these lists. */
const beside = { product: { id: 'products', tab: '分类' }, case: { id: 'cases', tab: '标题' } } as const

const special: { readonly [N in KindName]?: Special } = {
  product: {
    question: (name) => `是否确认删除名称为：${name} 的数据？`,
    effect: casesWith,
    tab: () => <GroupTab {...beside.product} />,
  },
  news: {
    empty: '还没有新闻，点击“新增”发布第一篇',
    question: (name) => `是否确认删除当前标题为：${name} 的数据？`,
  },
  carousel: {
    empty: '还没有轮播图，点击“上传图片”添加第一张',
    question: (name) => `是否确认删除当前标题为 ${name} 的图片？`,
    sitePath: () => '/product',
    add: { label: '上传图片', icon: 'upload' },
    titles: { add: '上传图片', edit: '修改', view: '查看图片' },
    where: (
      <>
        显示在产品中心顶部，代替那里的横幅。
        <a className="inline-link" href="/product" target="_blank" rel="noreferrer">
          查看产品中心
        </a>
      </>
    ),
  },
  case: { tab: () => <GroupTab {...beside.case} /> },
  page: { empty: '还没有页面，点击“新增”添加第一个，如招聘、服务网点、资料下载' },
}

/** So many are looked up; more are a decision about a whole group. */
const mostLookedUp = 20

/** The cases that these products are in, in a sentence. */
async function casesWith(productIds: readonly string[]): Promise<string> {
  const related = await Promise.all(
    productIds.slice(0, mostLookedUp).map((productId) => api('productRelated', { productId })),
  )
  const names = new Set(related.flatMap(({ cases }) => cases.map(({ name }) => name)))
  return names.size === 0
    ? ''
    : `案例${[...names].map((name) => `“${name}”`).join('')}里用到它，删除后请看看那里要不要改。`
}

const screens = ofEach(kindNames, (name) => recordScreen(name, special[name]))

export const recordScreens = {
  ...screens,
  product: withGroup(screens.product, beside.product),
  case: withGroup(screens.case, beside.case),
}
