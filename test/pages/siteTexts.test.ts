import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type KindName, kinds, type RecordKind } from '../../contract/kinds.ts'
import type { RecordField } from '../../contract/recordFields.ts'
import { completeValue, type SiteField } from '../../contract/siteFieldKinds.ts'
import { routesOf } from '../../contract/sitePages.ts'
import { siteFields } from '../../contract/siteFields.ts'
import { routes } from '../../client/site/routes.ts'
import { startServer } from '../server.ts'
import { store } from '../stored.ts'
import { marked } from './marked.ts'

const shipped: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'),
)
const createdAt = '2026-01-01T00:00:00.000+08:00'
const chinese = /[\u3007\u3400-\u9fff]/
/** Words of the interface: buttons, labels, and what is read aloud. */
const interfaceWords = new Set(
  `跳到正文 主导航 菜单 服务热线 页脚导航 电话联系 拨打电话 关闭 商务电话 公司邮箱 公司地址 公众号 回到顶部 联系方式 当前位置 项
  查看全部产品 全部案例 查看场景 查看案例 查看更多产品 立即申请 预约参观 电话咨询 返回首页 返回列表
  上一张 下一张 暂停轮播 轮播 幻灯片 第张 播放 查看大图 向前翻看产品 向后翻看产品 开始滚动 产品列表 产品分类
  全部新闻 精选画面 快捷入口 的更多页面
  统一社会信用代码 营业执照 全部资质 类别 全部 荣誉 资质证书 检测报告 商标 软件著作权 编号 颁发机构 发证日期 有效期至 年月 日
  在线咨询 咨询此产品 咨询类似项目 咨询此场景 想咨询什么 产品咨询 报价 应聘 联系电话 手机 座机或邮箱 选填 您的问题 项目在哪里 规模多大 什么时候要用 应聘请写岗位和经历 提交咨询
  公司名称 联系人 您的姓名 手机号码 意向区域 省 市或区县 请输入公司全称 方便我们称呼您 位手机号码 提交申请 提交即表示同意 网址 请留空 市场与返利
  中文 变为 了解更多 上一篇 下一篇 上一页 下一页 更多新闻 新闻分页 分页 搜索结果分页 第页
  搜索 搜索产品 新闻和案例 站内搜索 找到 条与 有关的内容 没有找到与 产品 新闻 案例 页面 看看有没有错字 或者换一个更短的词
  可以输入产品的名称 型号 用途 或者正文里的词 几个词用空格隔开 找到的内容里每个词都有 也可以输入标题的拼音或拼音首字母 按类别查看 告诉我们要找什么
  页面无法进入 您访问的页面不存在 或者已经移走 您访问的页面不存在或已被移走 地图 生效日期 其他新闻
  本页内容 亮点 概览 详细介绍 参数 资料 咨询 视频 应用案例 相关产品 资料下载 相邻案例 同类产品 没有 了 上一个案例 下一个案例 上一个产品 下一个产品
  型号 价格 供货期 保修期 已对接平台 比较各型号 的个型号 等个型号 说明 只看不同的参数 比较同类产品 比较参数 产品比较 比较 选择要比较的产品 再加一个 参数比较 移除 周一至周六 接听
  询价单 一次问几款产品 用询价单 加入询价单 把 这几款 图纸 清单或照片 选择文件 最多个 合计不超过 图片 或 还没有产品 选好产品和数量 一次问清价格 选产品 加入 发送询价单 加减产品以后 文件要重新选择
  另有项软件著作权
  统一社会信用代码 营业执照 选型与报价 电话 微信 二维码 在微信里长按二维码识别 在其他浏览器里先保存图片 再用微信 扫一扫 从相册选取
  放大 缩小 回到标记处 可用方向键移动 用加号和减号缩放 坐标系 查看地图 地图数据 高德地图 百度地图 腾讯地图`.split(
    /\s+/,
  ),
)

function sampleOf(field: RecordField | SiteField): unknown {
  switch (field.kind) {
    case 'list':
      return [sampleOf(field.of), sampleOf(field.of)]
    case 'object':
      return Object.fromEntries(Object.entries(field.fields).map(([name, member]) => [name, sampleOf(member)]))
    case 'picture':
      return '/media/og.png'
    case 'film':
      return '/media/film/a.mp4'
    case 'document':
      return `/uploads/document/${'a'.repeat(32)}.pdf`
    case 'richText':
      return '<p>B</p><h2>B</h2>'
    case 'product':
      return 'zhgd-tower-crane'
    case 'group':
      return 'zhgd'
    case 'number':
      return 1
    case 'flag':
      return true
    case 'link':
      return '/product'
    case 'moment':
    case 'place':
      return ''
    default:
      return 'T'
  }
}
/** With something in each of its fields, so that the words beside a new one are tested, too. */
const filled = (name: KindName): object => {
  const { described }: RecordKind = kinds[name]
  return Object.fromEntries(Object.entries(described).map(([field, each]) => [field, sampleOf(each)]))
}

test('every word of the company comes from the site record', async (t) => {
  const first = await startServer(t)
  await first.stop()
  const record = Object.fromEntries(
    Object.entries<SiteField>(siteFields).map(([name, field]) => [
      name,
      marked(field, completeValue(field, shipped[name]), name),
    ]),
  )
  Object.assign(record.privacy as object, { date: '2026-01-01' })
  await store(first.folder, 'site', { id: 'site', createdAt, ...record })
  const product = {
    ...filled('product'),
    coverName: 'P',
    models: [
      { model: 'M', note: 'N', price: '1' },
      { model: 'M', note: '' },
    ],
  }
  const news = { ...filled('news'), newTitle: 'N' }
  for (let index = 0; index < 61; index++)
    await store(first.folder, 'product', { id: `p${index}`, createdAt, ...product })
  for (let index = 0; index < 20; index++) await store(first.folder, 'news', { id: `n${index}`, createdAt, ...news })
  const link = '<p><a href="/productDet?productId=p1">B</a></p>'
  await store(first.folder, 'product', { id: 'zhgd-tower-crane', createdAt, ...product, productCon: link })
  await store(first.folder, 'page', {
    id: 'page',
    createdAt,
    ...filled('page'),
    pagePath: 't',
  })
  for (const [casePath = ''] of routesOf('cases').slice(1, -1)) {
    await store(first.folder, 'case', {
      id: casePath.slice(1),
      createdAt,
      ...filled('case'),
      caseName: 'C',
      casePath,
    })
  }
  const { url } = await startServer(t, { folder: first.folder })

  // The page for checks of the design, and the agreement of the back office, are not the company's.
  const paths = routes
    .map(({ path }) => path)
    .filter(
      (path) =>
        !['/demo', '/agreement', '/productDet', '/xwdtDet', '/cpDeatail', '/xiangmuanli/*', '/p/*'].includes(path),
    )
  const found = new Map<string, string>()
  const unused = new Set(interfaceWords)
  for (const path of [
    ...paths,
    '/productDet?productId=p1',
    '/productDet?productId=zhgd-tower-crane',
    '/cpDeatail?productId=p1',
    '/product/compare?ids=p1',
    '/product/compare?ids=p1,zhgd-tower-crane',
    '/xwdtDet?newId=n1',
    '/xwdt?page=2',
    '/product?page=2',
    '/p/t',
    '/none',
    '/search?word=P',
    '/search?word=N',
    '/search?word=T',
    '/search?word=c',
    '/search?word=nothing',
  ]) {
    for (const agent of ['Chrome', 'iPhone']) {
      const html = await (await fetch(url + path, { headers: { 'User-Agent': agent } })).text()
      assert.match(html, /x\w+-?\w*x/, path)
      const shown = html.replace(/<script[^]*?<\/script>|<wbr[^>]*>/g, '')
      for (const words of shown.match(/[\u3007\u3400-\u9fff][\u3007\u3400-\u9fff\d]*/g) ?? []) {
        const plain = words.replace(/\d+/g, '')
        unused.delete(plain)
        if (chinese.test(plain) && !interfaceWords.has(plain)) found.set(plain, path)
      }
    }
  }
  assert.deepEqual([...found], [])
  assert.deepEqual([...unused], [])
})
