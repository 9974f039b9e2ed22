/**
 * Starts what staff have chosen of other companies, after everything else: statistics by their ids, and the card that WeChat shows of a page
 * that is sent. The page has its element only where there is something. Written in ES5, as entry.ts is.
 */
interface La {
  init(settings: { id: string; ck: string }): void
}
/** https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/JS-SDK.html */
interface WeChat {
  config(signed: object): void
  ready(listener: () => void): void
  updateAppMessageShareData(card: object): void
  updateTimelineShareData(card: object): void
}
var element = document.currentScript
var link = attribute('data-link')
// The server's own statistics leave out staff, too.
var isStaff = /(?:^|;\s*)item_in=1(?:;|$)/.test(document.cookie)
var baidu = isStaff ? '' : attribute('data-baidu')
var la = isStaff ? '' : attribute('data-la')
var inWeChat = link !== '' && /MicroMessenger/i.test(navigator.userAgent)
if (inWeChat) window.keepsAddress = true
addEventListener('load', function () {
  setTimeout(function () {
    if (baidu) addScript('https://hm.baidu.com/hm.js?' + baidu)
    if (la) addScript('https://sdk.51.la/js-sdk-pro.min.js', startLa)
    if (inWeChat) addWeChat('res', 'res2')
  })
})

function attribute(name: string) {
  return (element && element.getAttribute(name)) || ''
}

function startLa() {
  var started = (window as { LA?: La }).LA
  var ids = la.split(' ')
  if (started) started.init({ id: ids[0] || '', ck: ids[1] || '' })
}

function addWeChat(host: string, spare?: string) {
  addScript('https://' + host + '.wx.qq.com/open/js/jweixin-1.6.0.js', askForSignature, function () {
    if (spare) addWeChat(spare)
  })
}

function askForSignature() {
  var request = new XMLHttpRequest()
  request.open('POST', '/v1/wechat/sign')
  request.setRequestHeader('Content-Type', 'application/json')
  request.onload = function () {
    var signed = request.status === 200 && JSON.parse(request.responseText).data
    if (signed) giveCard(signed)
  }
  request.send(JSON.stringify({ url: location.href }))
}

function giveCard(signed: { appId: string; timestamp: number; nonceStr: string; signature: string }) {
  var wx = (window as { wx?: WeChat }).wx as WeChat
  var description = document.querySelector('meta[name=description]')
  var card = {
    title: document.title,
    desc: (description && description.getAttribute('content')) || '',
    link: link,
    imgUrl: attribute('data-picture'),
  }
  wx.config({
    appId: signed.appId,
    timestamp: signed.timestamp,
    nonceStr: signed.nonceStr,
    signature: signed.signature,
    jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'],
  })
  wx.ready(function () {
    wx.updateAppMessageShareData(card)
    wx.updateTimelineShareData(card)
  })
}

function addScript(address: string, onLoad?: () => void, onFailed?: () => void) {
  var script = document.createElement('script')
  script.src = address
  if (onLoad) script.onload = onLoad
  if (onFailed) script.onerror = onFailed
  document.head.appendChild(script)
}

declare global {
  interface Window {
    /** WeChat compares the address of the page with the one that was signed: it stays as it came, and links load their page. */
    keepsAddress?: true
  }
}

export {}
