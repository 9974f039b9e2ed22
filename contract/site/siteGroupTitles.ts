/** The groups of 网站设置 under their headings, by their ids, in the order of the menu. */
export const siteGroupHeadings = {
  公司: { basics: '基本信息', contact: '联系方式', inquiry: '客户咨询' },
  页面: {
    shape: '页面与栏目',
    home: '首页',
    support: '技术支持与展厅',
    scenarios: '应用场景',
    agent: '代理加盟',
    about: '关于我们',
    banners: '横幅',
  },
  全站: { menu: '菜单', legal: '备案与协议', search: '搜索与分享', redirects: '旧地址', moving: '搬家' },
} as const

/** What is in a group, where its title does not say so: beginners look for these words. */
export const siteGroupNotes: Readonly<Record<string, string>> = {
  basics: '名称、标志、颜色',
  contact: '电话、地址、地图',
  inquiry: '表单',
  about: '照片、数字、证书',
}

/** In the group of enquiries, too, for who may see them. */
export const channelsNote = '消息通知'

/** Those of products and cases are edited beside their lists. */
export const siteGroupTitles = {
  ...siteGroupHeadings.公司,
  ...siteGroupHeadings.页面,
  ...siteGroupHeadings.全站,
  products: '产品分类',
  cases: '案例页的标题',
} as const
