import { fillText, wordsOfSite } from '../../contract/site/companyText.ts'
import { groupPath, shownGroups } from '../../contract/kinds/groups.ts'
import { isObject, type Section, type SiteField } from '../../contract/site/siteFieldKinds.ts'
import { type Site, siteFields } from '../../contract/site/siteFields.ts'
import { plainText } from '../../contract/text/plainText.ts'
import { isValidOn, proofsOf, proofTypes } from '../../contract/site/proofs.ts'
import {
  addressOfPage,
  closedParts,
  contactTarget,
  englishPage,
  invitesToVisit,
  pagesWithContent,
  type SitePart,
  type SwitchablePage,
  switchablePages,
  isPageOn,
  quotePage,
} from '../../contract/site/sitePages.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { perRecord } from '../store/perRecord.ts'

/** A page that every site has, or a section that somebody looks for. */
interface SitePageText {
  title: string
  address: string
  /** What it is also asked for as, as good as a word of its title. */
  also: string
  picture: string
  text: string
}

const readKinds: ReadonlySet<SiteField['kind']> = new Set(['text', 'paragraph', 'phone', 'mailbox', 'creditCode'])

/** What visitors read of a value: no addresses, ids or names of icons. */
export function textsIn(field: SiteField, value: unknown, closed: readonly SitePart[] = []): string[] {
  if (field.ofPage && closed.includes(field.ofPage)) return []
  if (field.kind === 'list') return Array.isArray(value) ? value.flatMap((item) => textsIn(field.of, item, closed)) : []
  if (field.kind === 'object') {
    return isObject(value)
      ? Object.entries(field.fields).flatMap(([name, each]) => textsIn(each, value[name], closed))
      : []
  }
  if (typeof value !== 'string' || value === '') return []
  if (field.kind === 'richText') return [plainText(value)]
  return readKinds.has(field.kind) ? [value] : []
}

const isOn = (sections: readonly Section[], name: string): boolean =>
  sections.some((section) => section.name === name && section.on)

type SiteFieldName = keyof typeof siteFields
interface Row extends Partial<Omit<SitePageText, 'text'>> {
  title: string
  address: string
  /** What is off is left out. */
  on: boolean
  fields: readonly SiteFieldName[]
  /** What it says beside its fields. */
  more?: string
}

/** At equal rank they are found in this order. */
function rowsOf(site: CurrentSite): Row[] {
  const { pageNames, inquiry, banners, descriptions, homeSections } = site
  const proofs = proofsOf(site).filter(isValidOn(site.today))
  const on = pagesWithContent(site)
  const visit = invitesToVisit(site) ? '预约参观' : ''
  const page = (name: SwitchablePage, fields: readonly SiteFieldName[], also: string): Row => ({
    title: pageNames[name],
    address: addressOfPage(name),
    on: on[name],
    fields,
    also,
    more: Reflect.get(descriptions, name) ?? '',
    picture:
      name === 'scenarios' ? (site.scenarios[0]?.image ?? '') : Reflect.get(banners, name)?.image || banners.all.image,
  })
  const rows: Row[] = [
    {
      title: '在线咨询',
      address: '/zixun',
      on: inquiry.form,
      fields: [],
      also: `咨询 留言 价格 报价 ${visit && '预约 参观'} 演示 购买 采购 试用 应聘`,
      more: [inquiry.bandTitle, inquiry.bandLead, inquiry.callBack, visit].join(' '),
    },
    {
      title: '询价单',
      address: quotePage,
      on: isPageOn(site, quotePage),
      fields: [],
      also: '询价 报价 价格 采购',
    },
    {
      title: site.contactTitle,
      address: contactTarget,
      on: on.about && isOn(site.aboutSections, 'contact'),
      fields: ['hotline', 'phones', 'mailbox', 'address', 'companyName', 'officialAccount'],
      also: '电话 热线 手机 地址 位置 地图 邮箱 邮件 微信 公众号 联系人 客服 联系方式 联系电话 售后 保修 质保 维修',
    },
    page('product', [], '产品 设备 型号 目录'),
    ...shownGroups(site.groups).map(
      (group): Row => ({
        title: groupPath(site.groups, group),
        address: `${addressOfPage('product')}?locationId=${encodeURIComponent(group.id)}`,
        on: on.product,
        fields: [],
        more: group.intro,
      }),
    ),
    page('cases', ['caseTexts'], '案例 项目 业绩 工程'),
    page('scenarios', [], '场景 方案'),
    ...site.scenarios.map(
      (scenario, index): Row => ({
        title: scenario.name,
        address: `${addressOfPage('scenarios')}#scenario-${index + 1}`,
        on: on.scenarios,
        fields: [],
        picture: scenario.image,
        more: [scenario.desc, ...scenario.details.flatMap(({ term, description }) => [term, description])].join(' '),
      }),
    ),
    {
      ...page(
        'about',
        ['intro', 'slogan', 'companyName', 'creditCode', 'aboutTexts', 'figures'],
        `公司 企业 简介 厂家 ${pageNames.aboutPhone}`,
      ),
      picture: site.introImage,
    },
    {
      ...page('proofs', [], `荣誉 资质 证书 认证 专利 检测报告 营业执照 ${Object.values(proofTypes).join(' ')}`),
      picture: proofs[0]?.image ?? '',
      more: proofs.map(({ name, number, issuer }) => [name, number, issuer].filter(Boolean).join(' ')).join(' '),
    },
    {
      title: site.supportTexts.technique.name,
      address: '/#technique',
      on: isOn(homeSections, 'support'),
      fields: ['techSupport', 'supportIcons'],
    },
    {
      title: site.supportTexts.showroom.name,
      address: '/#showroom',
      on: isOn(homeSections, 'showroom') && site.showroom.length > 0,
      fields: ['showroom'],
      also: '展厅 样机 参观',
      more: site.supportTexts.showroom.lead,
      picture: site.showroom[0]?.image ?? '',
    },
    {
      title: site.homeTexts.partners.name,
      address: '/#partners',
      on: isOn(homeSections, 'partners') && site.partners.length > 0,
      fields: ['partners'],
      also: '客户 合作单位',
    },
    page(
      'agent',
      ['agentTexts', 'profitModels', 'policies', 'advantages', 'dealerTerms'],
      '加盟 代理 代理商 经销商 招商 合作 返利',
    ),
    {
      title: site.english.title,
      address: englishPage,
      on: site.english.title !== '',
      fields: ['english'],
      also: 'english 英文 外贸 出口',
    },
    page('news', [], '新闻 动态 资讯 公告'),
    {
      title: pageNames.home,
      address: '/',
      on: true,
      fields: ['slogan', 'siteName', 'homeTexts', 'oneStop'],
      also: '主页 官网',
      picture: banners.home.image,
    },
    {
      title: pageNames.privacy,
      address: '/privacy',
      on: true,
      fields: ['privacy'],
      also: '隐私 隐私政策 个人信息',
      more: descriptions.privacy,
    },
  ]
  const others = switchablePages.filter((name) => !rows.some(({ address }) => address === addressOfPage(name)))
  return [...rows, ...others.map((name) => page(name, [], ''))]
}

/** What is found of the pages that every site has. */
export const sitePageTexts = perRecord((site: CurrentSite): SitePageText[] => {
  const { siteName, companyName, hotline, mailbox, smartSiteShare: share, topRebate } = site
  const values = {
    网站名称: siteName,
    公司全称: companyName,
    服务热线: hotline,
    公司邮箱: mailbox,
    占比: `${share}%`,
    其余: `${100 - share}%`,
    返利: `${topRebate}%`,
    ...wordsOfSite(site),
  }
  const closed = closedParts(site)
  return rowsOf(site)
    .filter((row) => row.on)
    .map(({ title, address, fields, more = '', also = '', picture = '' }) => {
      const texts = fields.flatMap((name) => textsIn(siteFields[name], site[name as keyof Site], closed))
      return { title, address, also, picture, text: fillText([more, ...texts].filter(Boolean).join(' '), values) }
    })
})
