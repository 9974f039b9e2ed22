import { Failure } from '../failure.ts'

/** Why there is nothing to be read, and what to do, for the person who has asked for it. */
export const reasons = {
  notPublic: '这不是公网上的网址，不能读取。请填公司网站的网址，例如 www.example.com',
  noSite: '没有找到这个网站，请检查网址有没有写错',
  closed: '网站打不开，请先在浏览器里打开试一试，再检查网址',
  certificate: '网站的安全证书有问题，请把网址开头改成http://再试',
  slow: '网站太慢，没有在15秒内读完，请稍后再试',
  tooLarge: '网页太大，读不了。请在浏览器里打开，把需要的内容复制过来',
  tooComplex: '网页太复杂，读不了。请在浏览器里打开，把需要的内容复制过来',
  signIn: '这个网页要登录才能看。请在浏览器里登录后打开，把需要的内容复制过来',
  absent: '网页不在了（404）。请在浏览器里打开试一试，再检查网址',
  refused: '网站拒绝了读取（403）。请在浏览器里打开，把需要的内容复制过来',
  busy: '网站现在不让读取，请过几分钟再试',
  broken: '网站自己出错了，请稍后再试',
  notAPage: '这是图片或文件，不是网页，请填网页的网址',
} as const
export type Reason = keyof typeof reasons
export const sourceFailure = (reason: Reason, cause?: unknown): Failure => new Failure(422, reasons[reason], { cause })
