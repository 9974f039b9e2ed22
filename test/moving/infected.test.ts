import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutInfection } from '../../moving/infected.ts'
import { noRecord } from '../../moving/oldSystem.ts'
import { sentence } from '../acts/forms.ts'

const read = (html: string, title = '管道泵') =>
  withoutInfection({ ...noRecord, key: 'k', kind: 'news', title, html, notes: [] })

test('what others have put into a text is left out, and counted', () => {
  const own = `<p style="text-align: center; margin-top: 0">${sentence}</p>`
  const links = '<a href="http://a.example/">一</a><a href="http://b.example/">二</a>'
  const put = [
    { html: `<div style="display:none">${links}</div>`, note: '去掉了藏起来的内容1处' },
    { html: `<div style="position:absolute;left:-9999px">${links}</div>`, note: '去掉了藏起来的内容1处' },
    { html: `<span style="height:1px;width:1px;overflow:hidden">${links}</span>`, note: '去掉了藏起来的内容1处' },
    { html: `<marquee width="1" height="4">${links}</marquee>`, note: '去掉了藏起来的内容1处' },
    { html: '<iframe src="http://a.example/" width="0" height="0"></iframe>', note: '去掉了藏起来的内容1处' },
    { html: '<script>window["\\x64\\x6f"]["\\x77"]("")</script>', note: '去掉了1段脚本' },
    { html: '<p>葡京娱乐城官网开户送彩金，百家乐时时彩平台</p>', note: '去掉了像垃圾广告的内容1处' },
    { html: `<div style="font-size:0">${links}<script>x</script></div>`, note: '去掉了藏起来的内容1处' },
  ]
  for (const { html, note } of put) {
    const { html: left, notes, hidden } = read(own + html + own)
    assert.deepEqual([left, notes, hidden], [own + own, [note], false], html)
  }
})

test('a title of an advertisement is not ticked, and a company of such a trade is not accused', () => {
  for (const title of ['葡京娱乐场官网', '时时彩平台开户', '真人娱乐_百家乐注册', '黑户贷款下载app', '一夜情直播平台'])
    assert.deepEqual([read('<p>x</p>', title).hidden, read('<p>x</p>', title).notes.length], [true, 1], title)
  const trades = [
    '彩票机柜XJ-100',
    '六合彩钢板厂房',
    '棋牌室新风方案',
    '澳门葡京酒店电梯改造',
    '小额贷款公司官网平台上线',
    '银行贷款服务平台验收',
    '百家乐超市货架安装',
    '娱乐城空调改造工程',
    '开具发票的通知',
  ]
  for (const title of trades) {
    const { hidden, notes, html } = read(`<p>${title}，${sentence}</p>`, title)
    assert.deepEqual([hidden, notes, html], [false, [], `<p>${title}，${sentence}</p>`], title)
  }
})

test('a text as editors write it stays as it is, byte for byte', () => {
  const text = `<div style="overflow:hidden;height:120px"><p style="line-height:1.5;opacity:0.9;text-indent:2em">${sentence}&nbsp;<br/></p></div>`
  assert.equal(read(text).html, text)
  const deep = '<div style="top:0">'.repeat(12_000)
  assert.equal(read(deep).html, deep, 'one that is made to be expensive is left to the cleaner')
})
