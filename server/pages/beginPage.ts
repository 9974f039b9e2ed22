import { adminScreens, loginScreen } from '../../contract/adminPaths.ts'
import type { Item, Site } from '../../contract/entities.ts'
import { logoWidth } from '../../contract/logoWidth.ts'
import { type PageAssets, styleTags } from './assets.ts'
import { escape, lookLink } from './document.ts'

interface BeginPageParts {
  item: () => Item
  site: () => Site
  /** Those of the back office. */
  assets: PageAssets
}

/** The two pages of the link that the first start prints. They need no script. */
export function createBeginPage({ item, site, assets }: BeginPageParts) {
  const page = (body: readonly string[]): string => {
    const { sysName, logo } = item()
    return [
      '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
      `<meta name="robots" content="noindex"><title>开始 - ${escape(sysName)}</title><link rel="icon" href="/favicon.ico">`,
      `${styleTags(assets)}${lookLink(site(), 'office')}</head><body><div class="login alone">`,
      '<main class="login-side center"><div class="login-form stack">',
      `<img src="${escape(logo)}" alt="" width="${logoWidth(logo, 48)}" height="48">`,
      ...body,
      '</div></main></div></body></html>',
    ].join('')
  }
  return {
    offer: (name: string, key: string): string =>
      page([
        '<h1>开始做自己的网站</h1>',
        `<p class="login-lead muted">用账号“${escape(name)}”登录，一步一步填好名称、电话、位置、标志和颜色，边填边看。</p>`,
        `<form method="post" action="${adminScreens.begin}"><input type="hidden" name="key" value="${escape(key)}">`,
        '<button type="submit" class="button primary login-button">开始</button></form>',
        '<p class="muted small">链接只能用一次。点“开始”，就是已阅读并同意<a class="inline-link" href="/agreement">《用户协议》</a>。</p>',
      ]),

    whereItIs: (reason: string): string =>
      page([
        '<h1>从链接开始</h1>',
        reason === '' ? '' : `<p class="login-refused">${escape(reason)}</p>`,
        '<p>这一页要用第一次启动时打印的链接打开，就是begin开头的那一行，和密码在一起。它只能用一次，一小时内有效。</p>',
        '<ul><li>自己启动的：在终端里</li><li>装成服务的：<code>journalctl -u zhuzhan</code></li>',
        '<li>面板、Docker：在项目或容器的日志里</li></ul>',
        '<p>用过了、过期了、找不到了，请给您安装的人在服务器上再要一个：</p>',
        '<ul><li>自己启动的：<code>npm run user -- link</code></li><li>其他的：<code>zhuzhan user link</code></li></ul>',
        `<p><a class="inline-link" href="${loginScreen}">已经有密码，去登录</a></p>`,
      ]),
  }
}
