/**
 * The groups of 网站设置 by their ids, in the order of the menu: those of the site record, and the channels. Not in siteFields.ts, because the
 * palette names the groups without loading their fields.
 */
export const siteGroupTitles = {
  basics: '基本信息',
  filing: '备案信息',
  shape: '页面与栏目',
  home: '首页',
  products: '产品中心',
  support: '技术支持与展厅',
  scenarios: '应用场景',
  cases: '项目案例',
  agent: '代理加盟',
  inquiry: '咨询与申请',
  channels: '通知',
  about: '关于我们',
  contact: '联系与地图',
  banners: '横幅',
  menu: '菜单',
  legal: '协议与隐私',
  search: '搜索与分享',
  look: '外观',
} as const
