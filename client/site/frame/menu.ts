interface Entry {
  href: string
  name: string
  /** The routes at which it is the current one. */
  paths: readonly string[]
}

const cases = ['/xiangmuanli', '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu']

const desktop: readonly Entry[] = [
  { href: '/', name: '首页', paths: ['/'] },
  { href: '/product', name: '产品中心', paths: ['/product', '/productDet'] },
  { href: '/xwdt', name: '新闻动态', paths: ['/xwdt', '/xwdtDet'] },
  { href: '/dljm', name: '代理加盟', paths: ['/dljm'] },
  { href: '/gywm', name: '关于我们', paths: ['/gywm'] },
]

const phone: readonly Entry[] = [
  { href: '/mobile', name: '首页', paths: ['/mobile'] },
  { href: '/gongsijianjie', name: '公司简介', paths: ['/gongsijianjie'] },
  { href: '/zhuyingyewu', name: '产品中心', paths: ['/zhuyingyewu', '/cpDeatail'] },
  { href: '/xiangmuanli', name: '项目案例', paths: cases },
  { href: '/yingyongchangjing', name: '应用场景', paths: ['/yingyongchangjing'] },
  { href: '/xwdt', name: '新闻动态', paths: ['/xwdt', '/xwdtDet'] },
  { href: '/dailijiameng', name: '代理加盟', paths: ['/dailijiameng'] },
]

export const menuFor = (onPhone: boolean): readonly Entry[] => (onPhone ? phone : desktop)

/** What stands in the footer beside the menu. */
export const besides: readonly Entry[] = [
  { href: '/xiangmuanli', name: '项目案例', paths: cases },
  { href: '/yingyongchangjing', name: '应用场景', paths: ['/yingyongchangjing'] },
  { href: '/privacy', name: '隐私说明', paths: ['/privacy'] },
]
