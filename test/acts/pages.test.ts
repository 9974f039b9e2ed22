import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  aspNet,
  big5,
  dede,
  discuz,
  drawn,
  eyou,
  frames,
  gov,
  metInfo,
  oldBrushes,
  phpCms,
  pbootNews,
  pbootProduct,
  sentence,
  tables,
  weChat,
  wordpress,
  zBlog,
} from './forms.ts'
import { encoded, oldSite, refusal } from './oldSite.ts'

const site = await oldSite(
  { after },
  {
    '/news/12.html': pbootNews,
    '/product/7.html': pbootProduct,
    '/a/gg/12.html': { body: encoded(dede, 'gbk'), type: 'text/html' },
    '/shownews.asp?id=9': { body: encoded(tables, 'gbk'), type: 'text/html' },
    '/?p=33': wordpress,
    '/s/abc': weChat,
    '/post/4.html': zBlog,
    '/chanpin/plc/8.html': eyou,
    '/thread-1-1-1.html': discuz,
    '/gkml/1.shtml': gov,
    '/big5.htm': { body: encoded(big5, 'big5'), type: 'text/html; charset=big5' },
    '/product/showproduct.php?id=2': metInfo,
    '/About.aspx?id=3': aspNet,
    '/related.html': `<title>一篇说明</title><div class="content"><p>${sentence}</p><p><img src="/own.jpg"></p><p>相关产品</p><p><img src="/other.jpg"></p></div><h3>一篇</h3>`,
    '/index.php?catid=15&id=1': phpCms('仪表如何选型', '新闻中心 行业知识', '先看量程。'),
    '/index.php?catid=15&id=2': phpCms('膜片如何保养', '新闻中心 行业知识', '先看介质。'),
    '/index.php?catid=15&id=4': phpCms('何时校准', '新闻中心', '每年一次。', '行业知识'),
    '/index.php?catid=15&id=5': phpCms('怎样清洗', '新闻中心', '用软布。', '行业知识'),
    '/index.php?catid=6&id=3': phpCms(
      '隔膜压力表',
      '产品中心 压力表',
      '耐腐蚀。</p><p>相关产品请看：<a href="/a">耐震压力表</a></p><p><a href="/b">真空表</a></p><h3>技术参数</h3><p>测量范围：0～60MPa',
    ),
    ...oldBrushes,
    '/app': drawn,
    '/old/': frames,
  },
)
const textOf = (html: string): string =>
  html
    .replace(/<(?:p|h\d|li|td|th|blockquote)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .trim()

test('an article of PbootCMS: title, date, text and picture, without menu, neighbours and foot', async () => {
  const page = await site.page('/news/12.html')
  assert.deepEqual(page, {
    address: `${site.origin}/news/12.html`,
    title: '公司参加2021年工程机械展',
    intro: '公司参加2021年工程机械展的介绍',
    date: '2021-03-04 00:00:00',
    html: `<p>3月4日，我公司参加了工程机械展。</p><p>${sentence}</p><p>${sentence.repeat(2)}</p><p class="align-center"><img src="${site.origin}/static/upload/image/20210304/1.jpg" alt=""></p>`,
    pictures: [`${site.origin}/static/upload/image/20210304/1.jpg`],
    kind: 'news',
    isTold: true,
    notes: [],
  })
})

test('a product: the pictures in front of its text, the cover first, and its specs', async () => {
  const { title, kind, pictures, html, model, specs } = await site.page('/product/7.html')
  assert.deepEqual([title, kind, model], ['JT-500塔机黑匣子', 'product', 'JT-500'])
  assert.deepEqual(
    pictures,
    ['cover', 'side'].map((name) => `${site.origin}/static/upload/image/${name}.jpg`),
  )
  assert.deepEqual(specs, [{ term: '供电电压', value: 'AC 220V' }])
  assert.ok(html.startsWith('<p>实时显示重量、幅度、高度。</p>'), html)
  assert.ok(html.endsWith('<tr><td>量程</td><td>0～20t</td></tr></tbody></table>'), html)
})

test('a page of DedeCMS in GBK, with a table as its frame', async () => {
  const { title, date, kind, html, pictures } = await site.page('/a/gg/12.html')
  assert.deepEqual([title, date, kind], ['关于环保监测的通知', '2012-06-07 08:09:00', 'news'])
  assert.equal(textOf(html), `各有关单位：\n${sentence}\n${sentence.repeat(2)}`)
  assert.deepEqual(pictures, [`${site.origin}/a/uploads/allimg/120607/1_1.jpg`])
})

test('a page of nested tables without names, in GBK that it does not name: one paragraph for each indented line', async () => {
  const { title, date, kind, html } = await site.page('/shownews.asp?id=9')
  assert.deepEqual([title, date, kind], ['我厂通过质量体系认证', '2008-07-09 00:00:00', 'news'])
  assert.equal(
    html,
    `<p>${sentence}</p><p>第二段在一个换行之后。</p><p><strong>第三段</strong>，${sentence}<br> <img src="${site.origin}/UploadFiles/2008/a.gif" alt=""></p>`,
  )
})

test('an article of WordPress: its time in China, the picture that a script loads, and what is still on the old site', async () => {
  const { title, date, kind, html, pictures, notes } = await site.page('/?p=33')
  assert.deepEqual([title, date, kind], ['除尘设备选型指南', '2022-01-03 00:30:00', 'news'])
  assert.equal(
    html,
    `<p>选型先看风量。</p><p>${sentence}</p><p>${sentence.repeat(2)}</p><p><img src="${site.origin}/wp-content/uploads/2022/01/a.jpg" alt="除尘器"></p>` +
      `<ul><li>风量</li><li>温度</li></ul><blockquote><p>选型要留余量。</p></blockquote><p><a href="${site.origin}/wp-content/uploads/manual.pdf">样本下载</a></p>`,
  )
  assert.deepEqual(pictures, ['https://img.old.example/share.jpg', `${site.origin}/wp-content/uploads/2022/01/a.jpg`])
  assert.deepEqual(notes, [`有 1 个附件还在旧网站上：${site.origin}/wp-content/uploads/manual.pdf`])
})

test('an article of WeChat', async () => {
  const { title, date, html, pictures, notes } = await site.page('/s/abc')
  assert.deepEqual([title, date], ['走进车间', '2021-03-04 13:04:05'])
  assert.equal(html.replace(/<img [^>]*>/, '[图]'), `<p><strong>车间</strong>里，${sentence}</p><p>[图]</p>`)
  assert.deepEqual(pictures, ['https://mmbiz.qpic.cn/mmbiz_jpg/x/640?wx_fmt=jpeg'])
  assert.deepEqual(notes, ['有 1 个视频没有搬过来：https://v.qq.com/iframe/preview.html?vid=x'])
})

test('an article of Z-Blog whose title comes after the name of the site', async () => {
  const { title, date, html, kind } = await site.page('/post/4.html')
  assert.deepEqual([title, date, kind], ['液压站日常保养', '2019-10-11 12:13:14', 'news'])
  assert.equal(textOf(html), `保养要点如下。\n${sentence}\n${sentence.repeat(2)}`)
})

test('a product of eyoucms: no banner among its pictures, no related products in its text', async () => {
  const { title, intro, kind, html, pictures } = await site.page('/chanpin/plc/8.html')
  assert.deepEqual([title, intro, kind], ['PLC控制柜', 'PLC控制柜说明', 'product'])
  assert.deepEqual(pictures, [`${site.origin}/uploads/allimg/c.jpg`, `${site.origin}/uploads/ueditor/1.jpg`])
  assert.ok(!/相关产品|柜一/.test(html), html)
})

test('a post of Discuz: the picture of an attachment, no smiley, and paragraphs where lines are empty', async () => {
  const { title, html, pictures } = await site.page('/thread-1-1-1.html')
  assert.equal(title, '设备验收问答')
  assert.equal(html.match(/<p>/g)?.length, 3)
  assert.deepEqual(pictures, [`${site.origin}/data/attachment/forum/1.jpg`])
})

test('a page that names its date for machines, has a form and a table for wide screens', async () => {
  const { title, date, html, notes } = await site.page('/gkml/1.shtml')
  assert.deepEqual([title, date], ['年度检测报告公示', '2020-11-12 13:14:00'])
  assert.ok(!/margin|站内检索/.test(html), html)
  assert.deepEqual(notes, ['有 1 个表格超过 8 列，手机上要左右滑动，请核对'])
})

test('a product of MetInfo whose text is pictures that a script loads', async () => {
  const { title, kind, html, pictures, model, specs } = await site.page('/product/showproduct.php?id=2')
  assert.deepEqual([title, kind, model], ['除尘风机', 'product', 'CF-11'])
  assert.deepEqual(
    pictures,
    ['1', 'd1', 'd2'].map((name) => `${site.origin}/upload/201806/${name}.jpg`),
  )
  assert.equal(html.replace(/<img [^>]*>/g, '[图]'), '<p>[图]</p><p>[图]</p>')
  assert.deepEqual(specs, [{ term: '风量', value: '1000～9000 m³/h' }])
})

test('a page of ASP.NET, which is a form as a whole', async () => {
  const { title, kind, date, html, notes } = await site.page('/About.aspx?id=3')
  assert.deepEqual([title, kind, date, notes], ['公司简介', 'page', '', []])
  assert.equal(html, `<p>${sentence}</p><p>${sentence}</p>`)
})

test('pictures of what is related to a page do not belong to it', async () => {
  const { title, html, pictures } = await site.page('/related.html')
  assert.equal(title, '一篇说明')
  assert.deepEqual(pictures, [`${site.origin}/own.jpg`])
  assert.equal(html.match(/<img /g)?.length, 1)
})

test('a page in Big5', async () => {
  const { title, html } = await site.page('/big5.htm')
  assert.equal(title, '環保設備介紹')
  assert.match(html, /歡迎來電洽詢/)
})

test('notices that have the same title each year keep it, and so does one that is read alone', async () => {
  for (const beside of ['/notice/2022.html', undefined]) {
    const { title, html, date } = await site.page('/notice/2023.html', undefined, beside)
    assert.deepEqual([title, date.slice(0, 10)], ['五一放假通知', '2023-04-26'])
    assert.match(html, /^<p>尊敬的客户：<\/p>/)
  }
})

test('what is in the table of a product without a colon is told, and its class and the one above', async () => {
  const { title, model, price, specs, column, above } = await site.page('/brush/12.html', undefined, '/brush/11.html')
  assert.deepEqual([title, model, price, column, above], ['尼龙管道刷', 'GD10', '45.00元', '管道刷', '盘刷'])
  assert.deepEqual(specs, [
    { term: '规格', value: '外径150mm' },
    { term: '起订量', value: '50支' },
  ])
})

test('a page of a few lines keeps them, not what stands above every heading', async () => {
  const { title, html } = await site.page('/contact.html', undefined, '/notice/2023.html')
  assert.equal(title, '联系我们')
  assert.match(html, /刘经理/)
  assert.doesNotMatch(html, /服务热线/)
  assert.match(await refusal(site.page('/product/', undefined, '/brush/12.html')), /如果是列表/)
})

test('of PHPCMS: the way to a page is not its title, says its kind, and only links behind 相关产品 are left out', async () => {
  for (const [path, beside, title, kind] of [
    ['15&id=1', '15&id=2', '仪表如何选型', 'news'],
    ['15&id=2', '6&id=3', '膜片如何保养', 'news'],
    ['15&id=4', '15&id=5', '何时校准', 'news'],
    ['6&id=3', '15&id=2', '隔膜压力表', 'product'],
  ]) {
    const page = await site.page(`/index.php?catid=${path}`, undefined, `/index.php?catid=${beside}`)
    assert.deepEqual([page.title, page.kind, page.isTold], [title, kind, true], path)
    if (kind === 'news') continue
    assert.doesNotMatch(page.html, /相关产品|耐震|真空表/)
    assert.match(page.html, /技术参数.+测量范围：0～60MPa/s)
    assert.deepEqual(page.notes, ['“相关产品请看：耐震压力表”和后面的链接没有搬过来，请核对'])
  }
})

test('a page without text says why', async () => {
  assert.match(await refusal(site.page('/app')), /由脚本显示/)
  assert.equal(await refusal(site.page('/old/')), `正文在网页的框架里，请改填框架的网址：${site.origin}/old/top.htm`)
})
