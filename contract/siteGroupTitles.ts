/**
 * The groups of 网站设置 under their headings, by their ids, in the order of the menu: those of the site record, the channels, and the
 * services of search engines.
 */
export const siteGroupHeadings = {
  公司: { basics: '基本信息', contact: '联系与地图', inquiry: '咨询与申请', channels: '通知' },
  页面: {
    shape: '页面与栏目', home: '首页', products: '产品中心', support: '技术支持与展厅', scenarios: '应用场景', agent: '代理加盟', about: '关于我们', banners: '横幅',
  },
  菜单与外观: { menu: '菜单', look: '外观' },
  法律与搜索: { filing: '备案信息', legal: '协议与隐私', search: '搜索与分享', push: '搜索引擎推送' },
} as const

export const siteGroupTitles = {
  ...siteGroupHeadings.公司, ...siteGroupHeadings.页面, ...siteGroupHeadings.菜单与外观, ...siteGroupHeadings.法律与搜索,
} as const
