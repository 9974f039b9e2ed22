import { workingDays } from '../text/hours.ts'
import { maxLeadFileMegabytes } from '../leads/leadFiles.ts'
import { type SiteFields, seldomFold, type ValueOf, type ValuesOf } from './siteFieldKinds.ts'
import { addressOfPage, pageLabels, type SwitchablePage, switchablePages } from './sitePages.ts'
import { groupsError, isFixedGroup, maxGroups } from '../kinds/groups.ts'
import { siteGroupTitles } from './siteGroupTitles.ts'
import {
  certificate,
  details,
  figures,
  film,
  flag,
  heading,
  homePicture,
  honour,
  optionalParagraph,
  optionalText,
  paragraph,
  paragraphs,
  pictureField,
  pictures,
  points,
  scenario,
  text,
  type detail,
  type figure,
  type namedPicture,
  type outcome,
  type point,
  type projectFilm,
  type quote,
  zeroHides,
} from './siteShapes.ts'

// Every fact and text of the company: the only source that the pages have for them. Groups are what staff edit and save at once.

const basics = {
  siteName: { ...text('网站名称', 20), help: '显示在页眉、浏览器标签和分享链接里。' },
  slogan: text('口号', 40),
  companyName: { ...text('公司全称', 60), help: '与营业执照一致；显示在页脚和关于我们。' },
  intro: { ...paragraphs('公司简介'), page: '/gywm', help: '第一段也是搜索引擎显示的网站介绍。' },
  logo: {
    kind: 'object',
    label: '标志',
    help: '背景透明的PNG最好；正方形，或者横排的字标，两种颜色一样大。',
    fields: {
      light: { kind: 'picture', label: '用在浅色背景上', required: true },
      dark: {
        kind: 'picture',
        label: '用在深色背景上',
        required: true,
        onDark: true,
        help: '和浅色背景上的是同一张时，深色处给它垫一块白底。',
      },
      named: { ...flag('标志里已有名称'), help: '打开后，页眉和页脚的标志旁边不再写名称。' },
    },
  },
  look: {
    kind: 'object',
    label: '外观',
    fields: {
      accent: {
        kind: 'accent',
        label: '主色',
        max: 7,
        required: true,
        help: '网站上按钮和重点文字的颜色，在深色处会自动调亮。后台只用它做标记。',
      },
      corners: { kind: 'choice', label: '边角', options: { soft: '小圆角', square: '直角', round: '大圆角' } },
    },
  },
  favicon: {
    kind: 'picture',
    label: '网站图标',
    required: true,
    shape: [180, 180],
    follows: 'logo.light',
    help: '浏览器标签和手机桌面上的小图标，正方形。跟随浅色背景上的标志，也可以另选一张。',
  },
} as const satisfies SiteFields

const ofLaw = { permission: 'legal:update' } as const
const inFooter = { ...ofLaw, page: '/' } as const
const filing = {
  icp: { kind: 'icp', ...inFooter, label: 'ICP备案号', max: 40, help: '显示在每页底部，链接到工信部备案系统。' },
  police: {
    kind: 'police',
    ...inFooter,
    label: '公安备案号',
    max: 40,
    help: '填写后显示在每页底部，链接到全国互联网安全管理服务平台；没有就留空。',
  },
  creditCode: {
    kind: 'creditCode',
    ...inFooter,
    label: '统一社会信用代码',
    max: 18,
    help: '显示在每页底部；没有就留空。',
  },
  licence: {
    kind: 'picture',
    ...inFooter,
    label: '营业执照',
    help: '填写后每页底部有“营业执照”的链接，打开这张图片；最好加上“仅用于网站公示”的水印。',
  },
  support: { ...optionalText('技术支持', 60), ...inFooter, fold: seldomFold },
} as const satisfies SiteFields

const home = {
  homeTexts: {
    kind: 'object',
    label: '标题与引言',
    fields: {
      hero: paragraph('口号下的一句话', 120),
      oneStop: { ...paragraph('一站式交付的标题', 40), ofPage: 'oneStop', help: '可以分成两行。' },
      products: { ...heading('产品'), ofPage: 'product' },
      cases: { ...heading('项目案例'), ofPage: 'cases' },
      scenarios: { ...heading('应用场景'), ofPage: 'scenarios' },
      partners: { ...heading('合作伙伴'), ofPage: 'partners' },
      invitation: { ...text('合作伙伴的邀请', 20), neutral: true, ofPage: 'agent' },
    },
  },
  oneStop: { ...points('一站式交付'), ofPage: 'oneStop' },
} as const satisfies SiteFields

const productGroup = {
  kind: 'object',
  label: '分类',
  fields: {
    name: text('名称', 20),
    parent: { kind: 'groupAbove', label: '上级分类', assumed: true },
    intro: { kind: 'paragraph', label: '介绍', max: 120 },
    on: { ...flag('显示'), assumed: true },
    id: { kind: 'groupId', label: '编号', max: 20 },
  },
} as const
const groups = {
  groups: {
    kind: 'list',
    label: '产品分类',
    item: '分类',
    min: 3,
    max: maxGroups,
    help: '分两级：选了上级分类的，显示在它的下面。关闭的分类不显示，它的下级和里面的产品也没有页面。有产品的分类不能移除，请先把产品移到别的分类。',
    of: productGroup,
    keeps: (item: unknown) => isFixedGroup((item as ProductGroup).id),
    check: (items: readonly unknown[]) => groupsError(items as readonly ProductGroup[]),
  },
} as const satisfies SiteFields

const support = {
  supportTexts: {
    kind: 'object',
    label: '标题与引言',
    fields: {
      technique: { ...heading('技术支持'), ofPage: 'support' },
      showroom: { ...heading('智慧展厅'), ofPage: 'showroom' },
      afterSales: { ...text('实施与售后服务', 30), neutral: true, ofPage: 'product' },
    },
  },
  techSupport: { ...points('技术支持（电脑版）'), ofPage: 'support' },
  supportIcons: { ...points('技术支持（手机版）'), ofPage: 'support' },
  afterSales: { ...points('实施与售后服务'), ofPage: 'product' },
  showroom: { ...pictures('智慧展厅', '展品', [960, 640], 30), ofPage: 'showroom' },
} as const satisfies SiteFields

const scenarios = {
  scenarios: { kind: 'list', label: '应用场景', item: '场景', max: 20, of: scenario },
} as const satisfies SiteFields

const agent = {
  agentTexts: {
    kind: 'object',
    label: '标题与引言',
    help: '“{占比}”“{其余}”“{返利}”会换成下面填写的数字。',
    fields: {
      market: { ...paragraph('市场的标题', 60), help: '可以分成两行。' },
      marketText: paragraph('市场的说明', 200),
      rebate: paragraph('返利', 60),
      profit: heading('盈利模式'),
      policies: heading('扶持政策'),
      advantages: heading('加盟优势'),
      apply: heading('申请表'),
    },
  },
  profitModels: points('盈利模式'),
  policies: points('扶持政策'),
  advantages: points('加盟优势'),
  dealerTerms: { ...details, label: '加盟条件', help: '例如首批订货、保证金、开放区域，写在申请表旁边。' },
  smartSiteShare: {
    kind: 'number',
    label: '已有智慧工地设备的工地',
    min: 0,
    max: 99,
    unit: '%',
    help: '0为不显示百格图。',
  },
  topRebate: { kind: 'number', label: '最高返利', min: 0, max: 100, unit: '%', help: zeroHides },
} as const satisfies SiteFields

/** Only those may change it who answer for what customers have sent. */
const ofCustomers = { permission: 'agent:update' } as const
/** Hardly anybody wants it in one place and not in another. */
const askPlace = { exceptionOf: '各页的咨询按钮和咨询横条' } as const
const inquiry = {
  inquiry: {
    kind: 'object',
    label: '咨询与申请',
    fields: {
      form: { ...flag('咨询表单'), ...ofCustomers, help: '关闭后，页眉和下面各处的咨询按钮都不再显示。' },
      quoteList: {
        kind: 'choice',
        label: '询价单',
        options: { auto: '产品超过五个时打开', on: '打开', off: '关闭' },
        ...ofCustomers,
        ofPage: 'product',
        assumed: true,
        help: '访客把几款产品和数量放进一张单子，一次询价。咨询表单关闭时也没有询价单。',
      },
      productButton: { ...flag('产品页的“咨询此产品”'), ...askPlace, ofPage: 'product' },
      caseButton: { ...flag('案例页的咨询按钮'), ...askPlace, ofPage: 'cases' },
      scenarioButton: { ...flag('应用场景页的咨询按钮'), ...askPlace, ofPage: 'scenarios' },
      productBand: { ...flag('产品页末尾的咨询横条'), ...askPlace, ofPage: 'product' },
      caseBand: { ...flag('案例页末尾的咨询横条'), ...askPlace, ofPage: 'cases' },
      scenarioBand: { ...flag('应用场景页末尾的咨询横条'), ...askPlace, ofPage: 'scenarios' },
      newsBand: { ...flag('新闻页末尾的咨询横条'), ...askPlace, ofPage: 'news' },
      listBand: { ...flag('产品、新闻和案例列表末尾的咨询横条'), ...askPlace, assumed: true },
      pageBand: { ...flag('自己添加的页面末尾的咨询横条'), ...askPlace, assumed: true },
      searchBand: { ...flag('搜索页和404页末尾的咨询横条'), ...askPlace, assumed: true },
      homeBand: { ...flag('电脑版首页末尾的咨询横条'), ...askPlace, assumed: true },
      bandTitle: { ...text('横条的标题', 30), neutral: true },
      bandLead: paragraph('横条的说明', 80),
      dealer: { ...flag('加盟申请表（电脑版）'), ...ofCustomers, ofPage: 'agent' },
      agent: { ...flag('加盟申请表（手机版）'), ...ofCustomers, ofPage: 'agent' },
      callBack: { ...text('何时回电', 60), neutral: true, help: '提交成功后告诉访客。' },
      receipt: {
        ...optionalParagraph('邮件回执', 300),
        assumed: true,
        ...ofCustomers,
        help: '访客咨询时留的是邮箱，就由通知渠道里的邮箱自动回这段话，后面附上他询价的产品。同一个邮箱一天最多一封。留空不发。',
      },
      consentBox: { ...flag('要求勾选同意隐私说明'), ...ofCustomers, help: '关闭时显示“提交即表示同意”。' },
      fileMegabytes: {
        kind: 'number',
        label: '咨询的附件合计不超过',
        min: 0,
        max: maxLeadFileMegabytes,
        neutral: true,
        unit: 'MB',
        assumed: true,
        ...ofCustomers,
        help: '访客可以随咨询发来图纸、清单等，最多3个文件；0为不接收文件。',
      },
      maskPhone: {
        ...flag('通知里隐藏电话的中间四位'),
        ...ofCustomers,
        help: '通知会经过企业微信、钉钉等其他公司的服务器。',
      },
      hideQuestion: {
        ...flag('通知里不写问题的内容'),
        ...ofCustomers,
        assumed: true,
        help: '关闭时写前20个字。隐藏电话时，问题里的长号码也隐藏。',
      },
      retentionMonths: {
        kind: 'number',
        label: '客户线索保存多久',
        min: 0,
        max: 120,
        unit: '个月',
        permission: 'agent:delete',
        help: '从最后一次跟进算起，到期后彻底删除；0为一直保存，建议24。',
      },
    },
  },
} as const satisfies SiteFields

const about = {
  aboutTexts: {
    kind: 'object',
    label: '标题与引言',
    fields: {
      intro: text('公司简介', 30),
      visit: { ...paragraph('邀请参观的一句话', 120), ofPage: 'showroom' },
      figures: { ...text('数字', 30), neutral: true },
      trademarks: { ...text('注册商标', 20), drawnBy: 'figures' },
      copyrights: { ...text('软件著作权', 20), drawnBy: 'figures' },
      honours: { ...heading('荣誉资质'), neutral: true },
      press: {
        kind: 'object',
        label: '给媒体',
        assumed: true,
        fold: '给媒体',
        help: '公司简介下面的一行。没有文字，或者链接到的页面不在时，不显示。',
        fields: {
          text: { kind: 'paragraph', label: '文字', max: 120 },
          link: optionalText('链接的文字', 12),
          target: { kind: 'menuTarget', label: '链接到', max: 500 },
        },
      },
    },
  },
  contactTitle: { ...text('“联系我们”的标题', 30), neutral: true },
  introImage: { kind: 'picture', label: '公司照片', shape: [1280, 800] },
  introFilm: {
    ...film,
    label: '公司介绍视频',
    help: '没有视频就不显示这一部分的播放器。',
    fields: { ...film.fields, title: optionalText('标题', 60), url: { kind: 'film', label: '视频' } },
  },
  figures: { ...figures('数字', 8), inline: true, more: ['trademarks', 'copyrights'] },
  trademarks: { kind: 'number', label: '注册商标', min: 0, max: 10_000, unit: '项', drawnBy: 'figures' },
  copyrights: { kind: 'number', label: '软件著作权', min: 0, max: 10_000, unit: '项', drawnBy: 'figures' },
  honours: { kind: 'list', label: '荣誉', item: '荣誉', max: 60, of: honour },
  certificates: {
    kind: 'list',
    label: '证书',
    item: '证书',
    max: 100,
    of: certificate,
    page: '/zizhi',
    help: '显示在“资质与检测”页；产品可以从中选用。',
  },
  partners: { ...pictures('合作伙伴', '合作伙伴', [240, 120]), ofPage: 'partners' },
} as const satisfies SiteFields

const contact = {
  hotline: { kind: 'phone', label: '服务热线', max: 24, required: true },
  hours: {
    kind: 'object',
    label: '接听时间',
    fold: '接听时间',
    beside: true,
    help: '写在页脚和产品、咨询等页面的电话旁边，网页顶上的热线旁边不写。填写时间后，咨询表单还会写明几点前回电：下班前1小时以前提交的，当天下班前；以后提交的，下一个工作日上班后1小时内。',
    fields: {
      days: { kind: 'choice', label: '工作日', options: workingDays },
      time: { kind: 'timeSpan', label: '时间', max: 20, placeholder: '如 8:30-17:30' },
      who: { ...optionalText('谁来接', 12), placeholder: '如 周经理' },
    },
  },
  phones: {
    kind: 'list',
    label: '手机页的电话',
    help: '在手机上点“电话”，列出的是这里的号码；可以加一个手机号。',
    item: '电话',
    min: 1,
    max: 2,
    of: { kind: 'phone', label: '电话', max: 24, required: true },
  },
  mailbox: { kind: 'mailbox', label: '公司邮箱', max: 100, required: true },
  address: text('公司地址', 100),
  officialAccount: { ...pictureField('公众号二维码', [400, 400]), help: '微信公众平台可以下载二维码。' },
  wecomService: {
    kind: 'wecomLink',
    label: '微信客服的链接',
    max: 300,
    help: '在企业微信管理后台的“微信客服”里复制。填写后，联系方式旁边有“微信客服”，请在隐私说明里写明。',
  },
  map: {
    kind: 'object',
    label: '地图',
    position: true,
    help: '坐标为GCJ-02，高德、腾讯等中国地图通用。',
    fields: {
      lng: { kind: 'number', label: '经度', min: 73, max: 136, digits: 6 },
      lat: { kind: 'number', label: '纬度', min: 3, max: 54, digits: 6 },
      title: { ...text('标记的名称', 60), follows: 'companyName', help: '跟随公司全称，也可以改。' },
      tiles: { kind: 'tiles', label: '地图瓦片', max: 500, required: true, fold: seldomFold },
      credit: { ...text('地图版权', 60), fold: seldomFold },
    },
  },
  english: {
    kind: 'object',
    label: '英文页',
    fold: '英文页',
    page: '/en',
    help: '写给国外客户的一页，用英文填写。有了标题才会显示，地址是/en，网页最上面和最下面有“English”通向它。',
    fields: {
      title: optionalText('标题', 80),
      lead: optionalParagraph('做什么', 600),
      products: { kind: 'list', label: '产品的名称', item: '产品', max: 30, inline: true, of: text('产品', 80) },
      proofs: { kind: 'list', label: '证书', item: '证书', max: 20, inline: true, of: text('证书', 120) },
      phone: { ...optionalText('电话', 24), help: '带国家代码，如+86 533 0000000。' },
      mailbox: { ...optionalText('邮箱', 100), help: '留空时用公司邮箱。' },
    },
  },
} as const satisfies SiteFields

/** The picture is behind the name of the page, so it needs no alternative text. */
const bannerOf = (ofPage: SwitchablePage, more = '。') =>
  ({
    kind: 'object',
    label: pageLabels[ofPage],
    page: addressOfPage(ofPage),
    ofPage,
    fold: '各页自己的横幅',
    help: `显示在${pageLabels[ofPage]}顶部${more}`,
    fields: {
      image: { kind: 'picture', label: '图片', shape: [1920, 480] },
      lead: { kind: 'paragraph', label: '标题下的一句话', max: 60 },
    },
  }) as const
const banners = {
  banners: {
    kind: 'object',
    label: '电脑版横幅',
    fields: {
      home: { ...homePicture, label: '首页', page: '/', help: '显示在首页顶部，口号的后面。' },
      all: {
        kind: 'object',
        label: '其他页面',
        assumed: true,
        help: '没有自己的横幅的页面，顶部都是这一张。',
        fields: { image: { kind: 'picture', label: '图片', page: '/gywm', shape: [1920, 480] } },
        insteadOf: ['product.image', 'news.image', 'agent.image', 'about.image', 'cases.image'],
      },
      product: bannerOf('product', '；有轮播图时，显示轮播图。'),
      news: bannerOf('news'),
      agent: bannerOf('agent'),
      about: bannerOf('about'),
      cases: bannerOf('cases'),
    },
  },
  mobileBanners: {
    ...pictures('手机版首页横幅', '横幅', [900, 600], 8),
    help: '在手机版首页顶部轮流显示；一张也没有时，用电脑版首页的横幅。',
  },
} as const satisfies SiteFields

/** A field for each page that staff can switch off. */
const ofPages = <F>(fieldOf: (label: string) => F) =>
  Object.fromEntries(switchablePages.map((page) => [page, fieldOf(pageLabels[page])])) as Readonly<
    Record<SwitchablePage, F>
  >
const onPhone = {
  products: '产品',
  showroom: '智慧展厅',
  support: '技术支持',
  figures: '数字',
  cases: '项目案例',
  partners: '合作伙伴',
  scenarios: '应用场景',
  news: '新闻动态',
} as const
const onHome = {
  oneStop: '一站式交付',
  products: '产品',
  support: '技术支持',
  showroom: '智慧展厅',
  cases: '项目案例',
  figures: '数字',
  scenarios: '应用场景',
  partners: '合作伙伴',
  news: '新闻动态',
} as const
const onAbout = {
  film: '公司介绍视频',
  intro: '公司简介',
  figures: '数字',
  honours: '荣誉资质',
  contact: '联系我们',
} as const
const sectionsHelp = '拖动圆点或用箭头调整顺序。没有内容的栏目不显示。“数字”排在最前面时，和口号在同一屏。'
const shape = {
  pagesOn: {
    kind: 'object',
    label: '页面',
    help: '关闭以后，菜单、链接、站点地图里都不再出现。保存时会问，打开旧地址的访客跳转到哪里。',
    fields: ofPages((label) => ({ ...flag(label), assumed: true }) as const),
  },
  homeSections: {
    kind: 'sections',
    label: '首页的栏目',
    help: sectionsHelp,
    page: '/',
    options: onHome,
    phone: 'phoneSections',
  },
  phoneSections: {
    kind: 'sections',
    label: '手机版首页的栏目',
    page: '/mobile',
    options: onPhone,
    drawnBy: 'homeSections',
  },
  aboutSections: { kind: 'sections', label: '关于我们的栏目', page: '/gywm', options: onAbout, fixed: true },
} as const satisfies SiteFields

const menuEntry = {
  kind: 'object',
  label: '菜单项',
  fields: {
    name: text('名称', 12),
    target: { kind: 'menuTarget', label: '链接到', max: 500, required: true },
    desktop: { ...flag('电脑'), initial: true },
    /** In the header it lies in the panel of the entry before. */
    under: flag('收进上一项'),
    phone: { ...flag('手机'), initial: true },
    footer: { ...flag('页脚'), initial: true },
  },
} as const
const menu = {
  menus: {
    kind: 'list',
    label: '菜单',
    item: '菜单项',
    min: 1,
    max: 60,
    phoneOrder: true,
    neutral: true,
    help: '没有列出的页面不在菜单里，仍可打开；已关闭的页面在菜单里不显示。',
    of: menuEntry,
  },
  pageNames: {
    kind: 'object',
    fold: seldomFold,
    label: '栏目的名称',
    help: '用在横幅、面包屑和浏览器标签里；菜单里的名称在上面改。',
    fields: {
      home: text('首页', 8),
      ...ofPages((label) => ({ ...text(label, 8), assumed: true }) as const),
      aboutPhone: text('关于我们（手机版）', 8),
      privacy: text('隐私说明', 8),
    },
  },
  buttons: {
    kind: 'object',
    fold: seldomFold,
    label: '按钮的文字',
    fields: {
      product: { ...text('去产品中心', 8), ofPage: 'product' },
      agent: { ...text('去代理加盟', 8), ofPage: 'agent' },
      visit: { ...optionalText('预约参观', 8), neutral: true, ofPage: 'showroom', help: '留空时，哪里都不写。' },
    },
  },
} as const satisfies SiteFields

const cases = {
  caseTexts: {
    kind: 'object',
    label: '案例页的标题',
    neutral: true,
    fields: { intro: text('介绍', 30), products: heading('应用产品'), others: text('其他案例', 30) },
  },
} as const satisfies SiteFields

const legal = {
  privacy: {
    kind: 'object',
    ...ofLaw,
    label: '隐私说明',
    help: '“{公司全称}”“{服务热线}”“{公司邮箱}”会换成“基本信息”和“联系方式”里填写的内容，“{保存期限}”跟随“客户线索保存多久”；“{加盟：…}”“{参观：…}”里的话，打开代理加盟、智慧展厅时才有。',
    fields: {
      date: { kind: 'day', label: '生效日期', max: 10 },
      lead: { ...paragraph('引言', 200), neutral: true },
      // Whether it says what the law asks for has a check of its own.
      body: { kind: 'richText', label: '正文', max: 50_000, required: true, neutral: true },
    },
  },
  agreement: {
    kind: 'object',
    ...ofLaw,
    label: '用户协议',
    fold: '用户协议',
    page: '/agreement',
    help: '登录后台时勾选的协议；正文留空时使用自带的协议。',
    fields: {
      body: { kind: 'richText', label: '正文', max: 50_000 },
      date: { kind: 'day', label: '生效日期', max: 10 },
    },
  },
} as const satisfies SiteFields

/** The first words of those that visitors of any company search for. */
const generalSynonyms = ['价格', '售后', '加盟', '招聘', '资质', '软著', '资料']

const description = (ofPage: SwitchablePage) => ({ ...paragraph(pageLabels[ofPage], 200), ofPage }) as const
const search = {
  homeTitle: {
    ...optionalText('首页的标题', 60),
    page: '/',
    help: '写上客户会搜索的词，30字左右为宜；“{网站名称}”会换成网站名称。留空时为网站名称和口号。',
  },
  titlePattern: {
    kind: 'titlePattern',
    fold: seldomFold,
    label: '标题格式',
    max: 60,
    required: true,
    help: '“{页面}”换成每一页的标题，“{网站名称}”换成网站名称。',
  },
  descriptions: {
    kind: 'object',
    label: '各页的介绍',
    help: '显示在搜索结果和分享链接里，80字左右为宜。“{网站名称}”会换成网站名称。首页和关于我们用公司简介。',
    fields: {
      product: description('product'),
      news: { ...description('news'), neutral: true },
      agent: description('agent'),
      cases: description('cases'),
      scenarios: description('scenarios'),
      proofs: { ...description('proofs'), neutral: true, assumed: true },
      privacy: { ...paragraph('隐私说明', 200), neutral: true },
    },
  },
  synonyms: {
    kind: 'list',
    label: '同义词',
    item: '一组',
    max: 200,
    page: '/search',
    inline: true,
    fold: '同义词',
    neutral: true,
    general: (item: unknown) => generalSynonyms.some((word) => String(item).startsWith(`${word}、`)),
    help: '意思相同的词写在一组，用顿号隔开。访客搜其中一个，也会找到写着另一个的内容。',
    of: { ...text('一组', 100), placeholder: '如 塔吊、塔机、塔式起重机' },
  },
  shareImage: {
    kind: 'picture',
    label: '分享图片',
    shape: [1200, 630],
    help: '页面没有自己的图片时，分享链接显示它。',
  },
  verifications: {
    kind: 'list',
    label: '搜索引擎验证',
    item: '验证代码',
    max: 10,
    help: '站长平台给出的meta标签：选择平台，填写content的内容。',
    of: {
      kind: 'object',
      label: '验证代码',
      fields: {
        name: {
          kind: 'choice',
          label: '平台',
          options: {
            'baidu-site-verification': '百度',
            '360-site-verification': '360',
            sogou_site_verification: '搜狗',
            'shenma-site-verification': '神马',
            'bytedance-verification-code': '头条',
            'msvalidate.01': '必应',
            'google-site-verification': '谷歌',
            'yandex-verification': 'Yandex',
          },
        },
        content: text('内容', 200),
      },
    },
  },
  statistics: {
    kind: 'object',
    ...ofLaw,
    fold: seldomFold,
    label: '第三方统计',
    help: '网站自己的“访问统计”不用填这些。填写后，访客的网络地址和打开的页面会交给这家公司，请先在隐私说明里写明。登录后台的工作人员不计入。',
    fields: {
      baidu: { kind: 'baiduId', label: '百度统计的代码编号', max: 32, help: '统计代码里hm.js?后面的32位。' },
      laId: { kind: 'laId', label: '51LA的ID', max: 32 },
      laCk: { kind: 'laId', label: '51LA的ck', max: 32, help: 'ID和ck都填写才启用。' },
    },
  },
  rootFiles: {
    kind: 'list',
    fold: seldomFold,
    label: '验证文件',
    item: '文件',
    max: 10,
    help: '站长平台或公众号要求放在网站根目录的文件。',
    of: {
      kind: 'object',
      label: '文件',
      fields: {
        name: { kind: 'rootFile', label: '文件名', max: 90, required: true },
        content: paragraph('内容', 2000),
      },
    },
  },
} as const satisfies SiteFields

/** All fields of the record, by name. */
export const siteFields = {
  ...basics,
  ...filing,
  ...shape,
  ...home,
  ...groups,
  ...support,
  ...scenarios,
  ...agent,
  ...inquiry,
  ...about,
  ...contact,
  ...banners,
  ...menu,
  ...cases,
  ...legal,
  ...search,
} as const

export interface SiteGroup {
  id: string
  title: string
  /** A page that shows its fields. */
  page: string
  fields: SiteFields
}

const groupOf = (id: keyof typeof siteGroupTitles, page: string, fields: SiteFields): SiteGroup => ({
  id,
  title: siteGroupTitles[id],
  page,
  fields,
})

export const siteGroups: readonly SiteGroup[] = [
  groupOf('basics', '/', basics),
  groupOf('shape', '/', shape),
  groupOf('home', '/', home),
  groupOf('products', '/product', groups),
  groupOf('support', '/', support),
  groupOf('scenarios', '/yingyongchangjing', scenarios),
  groupOf('agent', '/dljm', agent),
  groupOf('inquiry', '/zixun', inquiry),
  groupOf('about', '/gywm', about),
  groupOf('contact', '/gywm', contact),
  groupOf('banners', '/', banners),
  groupOf('menu', '/', menu),
  groupOf('cases', '/xiangmuanli', cases),
  groupOf('legal', '/privacy', { ...filing, ...legal }),
  groupOf('search', '/', search),
]

/** The page that shows the value at this path of a group. */
export function pageOfField(group: SiteGroup, path: string): string {
  let page = group.page
  let fields: SiteFields = group.fields
  for (const step of path.split('.')) {
    const field = fields[step]
    if (!field) continue
    page = field.page ?? page
    const inner = field.kind === 'list' ? field.of : field
    fields = inner.kind === 'object' ? inner.fields : {}
  }
  return page
}

export type Site = ValuesOf<typeof siteFields>
/** `name` is its alternative text. '' as image: none yet. */
export type Picture = ValueOf<typeof namedPicture>
/** The heading of a section of a page. */
export type Heading = ValueOf<ReturnType<typeof heading>>
/** A titled paragraph with the name of its icon. */
export type Point = ValueOf<typeof point>
/** A number, its unit and what it counts. */
export type Figure = ValueOf<typeof figure>
/** What a project has achieved: a figure, perhaps with what it was before and what was done. */
export type Outcome = ValueOf<typeof outcome>
export type Quote = ValueOf<typeof quote>
export type Detail = ValueOf<typeof detail>
export type Film = ValueOf<typeof film>
export type ProjectFilm = ValueOf<typeof projectFilm>
export type Honour = ValueOf<typeof honour>
export type Scenario = ValueOf<typeof scenario>
export type ProductGroup = ValueOf<typeof productGroup>
export type MenuEntry = ValueOf<typeof menuEntry>
