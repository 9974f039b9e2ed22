/** Small pages in the forms that systems of Chinese company sites and others give theirs. */

export const sentence = '本公司研制的塔机安全监控系统已在三百多个工地使用，运行稳定，深受用户好评。'
const text = (first: string): string => `<p>${first}</p><p>${sentence}</p><p>${sentence.repeat(2)}</p>`
const menu = (names: string): string =>
  names
    .split(' ')
    .map((name, index) => `<li><a href="/list/${index}.html">${name}</a></li>`)
    .join('')
const links = '首页 关于我们 产品中心 新闻中心 工程案例 联系我们'

/** Bootstrap, as the theme of PbootCMS has it. */
export const pboot = (title: string, body: string, place = '新闻中心'): string => `<!doctype html><html><head>
<meta charset="utf-8"><title>${title}-山东某某智能科技有限公司</title>
<meta name="description" content="${title}的介绍"><link rel="shortcut icon" href="/favicon.ico"></head><body>
<header class="head"><div class="container"><a class="navbar-brand" href="/"><img src="/static/images/logo.png"></a>
<ul class="navbar-nav">${menu(links)}</ul></div></header>
<div class="container pages"><div class="text-right position mb-3">当前位置：<a href="/">首页</a>&gt;<a href="/x/">${place}</a></div>
${body}
<div class="text-secondary lh-2"><p>上一篇：<a href="/a/1.html">塔机司机培训开班</a></p><p>下一篇：没有了！</p></div></div>
<div class="footer"><div class="container">Copyright © 2018-2023 某某公司 All Rights Reserved. 鲁ICP备12345678号</div></div>
<script>var a = 1</script></body></html>`

export const pbootNews = pboot(
  '公司参加2021年工程机械展',
  `<h2 class="text-center">公司参加2021年工程机械展</h2>
<div class="text-center border-bottom text-secondary">时间：2021-03-04&nbsp;&nbsp;&nbsp;访问量：1024</div>
<div class="content mb-3">${text('3月4日，我公司参加了工程机械展。')}
<p style="text-align: center;"><img src="/static/upload/image/20210304/1.jpg" alt="1.jpg" title="1.jpg"></p></div>`,
)

export const pbootProduct = pboot(
  'JT-500塔机黑匣子',
  `<div class="row"><div class="col-lg-6"><div class="view"><div class="swiper-container">
<div class="swiper-slide"><img src="/static/upload/image/cover.jpg"></div>
<div class="swiper-slide"><img src="/static/upload/image/side.jpg"></div></div></div></div>
<div class="col-lg-6"><h2 class="border-bottom">JT-500塔机黑匣子</h2>
<div class="my-3">上架时间：2020-05-06</div><div class="my-3">浏览次数：88</div>
<div class="my-3">产品型号：JT-500</div><div class="my-3">咨询热线：400-000-0000</div><div class="my-3">供电电压：AC 220V</div></div></div>
<h5 class="border-bottom">产品详情</h5><div class="content">${text('实时显示重量、幅度、高度。')}
<table><tr><td>项目</td><td>参数</td></tr><tr><td>量程</td><td>0～20t</td></tr></table></div>`,
  '产品中心',
)

/** DedeCMS writes pages of tables in GBK. */
export const dede = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312" />
<title>关于环保监测的通知_某某环保公司</title><meta name="description" content="通知的摘要" /></head><body class="articleview">
<div class="w960"><ul id="navMenu">${menu(links)}</ul></div><div class="w960 center clear mt1"><div class="pleft">
<div class="place"><strong>当前位置:</strong> <a href="/">主页</a> > <a href="/a/gg/">公司公告</a> > </div>
<div class="viewbox"><div class="title"><h2>关于环保监测的通知</h2></div>
<div class="info"><small>时间:</small>2012-06-07 08:09<small>来源:</small>未知 <small>作者:</small>admin <small>点击:</small>次</div>
<div class="intro">通知的摘要</div>
<div class="content"><table width='100%'><tr><td>${text('各有关单位：')}<img src="../uploads/allimg/120607/1_1.jpg" width="500"></td></tr></table></div>
<div class="newdigg"><div class="digg_act">顶一下</div><div class="digg_num">(0)</div></div>
<div class="boxoff"><strong>------分隔线----------------------------</strong></div>
<div class="handle"><ul><li>上一篇：<a href="1.html">扬尘在线监测方案的说明</a></li><li>下一篇：没有了</li></ul></div></div></div>
<div class="pright"><dl class="tbox"><dt>热点内容</dt><dd><ul>${menu('热点一 热点二 热点三 热点四')}</ul></dd></dl></div></div>
<div class="footer"><p>Copyright &copy; 2002-2012 DEDECMS. 某某公司 版权所有</p></div></body></html>`

/** Tables in tables without a name. */
export const tables = `<html><head><title>新闻内容</title></head><body bgcolor=#ffffff>
<table width=980 align=center><tr><td colspan=2><img src=images/top.jpg width=980 height=120></td></tr>
<tr><td colspan=2 bgcolor=#006699><a href=index.asp>首页</a> | <a href=news.asp>新闻</a> | <a href=product.asp>产品</a></td></tr>
<tr><td width=200 valign=top><table><tr><td><a href=a.asp>液压油缸</a></td></tr><tr><td><a href=b.asp>液压泵站</a></td></tr>
<tr><td>联系人：张先生<br>电话：0533-0000000<br>地址：山东省淄博市</td></tr></table></td>
<td valign=top><table width=100%><tr><td>您现在的位置：<a href=index.asp>首页</a> >> 公司新闻</td></tr>
<tr><td align=center><font size=4><b>我厂通过质量体系认证</b></font></td></tr>
<tr><td align=center>发布时间：2008-7-9 &nbsp; 浏览次数：<script src=hits.asp></script></td></tr>
<tr><td><font size=2>　　${sentence}<br>　　第二段在一个换行之后。<br>　　<b>第三段</b>，${sentence}<br>
<img src="../UploadFiles/2008/a.gif"></font></td></tr>
<tr><td align=right>【<a href=# onclick=print()>打印</a>】【<a href=# onclick=close()>关闭</a>】</td></tr></table></td></tr>
<tr><td colspan=2 align=center>版权所有 某某液压件厂　技术支持：某某网络　鲁ICP备05000000号</td></tr></table></body></html>`

/** A theme of WordPress with pictures that a script loads. */
export const wordpress = `<!doctype html><html lang="zh-CN"><head><title>除尘设备选型指南 &#8211; 某某环保</title>
<meta property="og:site_name" content="某某环保"><meta property="og:type" content="article">
<meta property="article:published_time" content="2022-01-02T16:30:00+00:00">
<meta property="og:image" content="https://img.old.example/share.jpg">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BlogPosting","headline":"除尘设备选型指南"}]}</script></head>
<body class="single has-sidebar comments-open"><header id="masthead"><nav class="main-navigation"><ul>${menu(links)}</ul></nav></header>
<main id="main"><article class="post"><header class="entry-header"><h1 class="entry-title">除尘设备选型指南</h1>
<div class="entry-meta">发表于 <time class="entry-date" datetime="2022-01-03T00:30:00+08:00">2022年1月3日</time> 作者：<a href="/author/1">编辑部</a></div></header>
<div class="entry-content">${text('选型先看风量。')}
<figure class="wp-block-image"><img src="data:image/gif;base64,R0lGOD" data-src="/wp-content/uploads/2022/01/a.jpg" alt="除尘器"><noscript><img src="/wp-content/uploads/2022/01/a.jpg"></noscript></figure>
<ul><li>风量</li><li>温度</li></ul><blockquote><p>选型要留余量。</p></blockquote>
<p><a href="/wp-content/uploads/manual.pdf">样本下载</a></p><div class="sharedaddy">分享到微博</div></div>
<footer class="entry-footer">标签：<a href="/tag/1">除尘</a></footer></article>
<nav class="post-navigation"><a href="/p/1">上一篇</a></nav><div id="comments"><p>${sentence.repeat(20)}</p></div></main>
<aside id="secondary" class="widget-area"><p>${sentence}</p></aside></body></html>`

/** An article of WeChat: hidden until a script shows it. */
export const weChat = `<html><head><title></title><meta property="og:title" content="走进车间"><meta property="og:type" content="article">
<script>var ct = "1614834245"; var msg_title = "x"</script></head><body id="activity-detail"><div class="rich_media_area_primary">
<h2 class="rich_media_title" id="activity-name">走进车间</h2><em id="publish_time"></em>
<div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;"><section><section><p><span style="font-weight: bold;">车间</span>里，${sentence}</p></section>
<section><img class="rich_pages" data-src="https://mmbiz.qpic.cn/mmbiz_jpg/x/640?wx_fmt=jpeg" data-w="1080"></section></section>
<iframe class="video_iframe" data-src="https://v.qq.com/iframe/preview.html?vid=x"></iframe></div></div>
<div id="js_pc_qr_code"><p>微信扫一扫</p></div></body></html>`

export const zBlog = `<html><head><meta charset="utf-8"><title>某某机械 - 液压站日常保养</title></head><body class="single article"><div class="header"><h1><a href="/">某某机械</a></h1></div>
<div class="main"><div class="left"><div class="post single"><h2 class="post-title">液压站日常保养<span class="post-date">2019年10月11日 12:13:14</span></h2>
<div class="post-body">${text('保养要点如下。')}</div><p class="post-tags">标签:<a href="/t">保养</a></p>
<p class="post-footer">作者:admin | 分类:技术文章 | 浏览:33 | 评论:0</p></div></div>
<div class="sidebar"><dl><dt>最新留言</dt><dd>${sentence}</dd></dl></div></div></body></html>`

export const eyou = `<html><head><meta charset="utf-8"><title>PLC控制柜_产品中心_某某电气</title><meta name="description" content="PLC控制柜说明"></head><body>
<div class="top-nav"><ul>${menu(links)}</ul></div><div class="banner"><img src="/banner.jpg"></div>
<div class="crumbs"><a href="/">首页</a> > <a href="/chanpin/">产品中心</a> > <a href="/chanpin/plc/">控制柜</a></div>
<div class="product-show"><div class="product-pic"><img src="/uploads/allimg/c.jpg"></div><div class="product-title"><h1>PLC控制柜</h1></div></div>
<div class="detail-content">${text('控制柜采用进口元件。')}<p><img src="/uploads/ueditor/1.jpg"></p></div>
<div class="related"><h3>相关产品</h3><ul>${menu('柜一 柜二 柜三')}</ul></div><div class="foot">版权所有</div></body></html>`

/** PHPCMS: time and clicks are in the heading, and its way writes two spaces before the last word. */
export const phpCms = (title: string, steps: string, content: string, last = '正文'): string =>
  `<html><head><meta charset="utf-8"><title>${title} - 某某仪表</title></head><body><div class="header"><ul>${menu(links)}</ul></div>
<div class="crumbs"><a href="/">首页</a><span> &gt; </span>${steps.replace(/\S+/g, '<a href="/">$&</a> >')}  ${last}</div>
<div id="Article"><h1>${title}<br><span>2023-05-06 10:11:12 来源：本站 点击：128</span></h1><div class="content">${text(content)}</div></div></body></html>`

export const discuz = `<html><head><meta charset="utf-8"><title>设备验收问答 - 交流区 - 某某论坛 - Powered by Discuz!</title></head><body>
<div id="hd"><ul>${menu(links)}</ul></div><div id="pt" class="bm"><a href="/">论坛</a> › <a href="/f">交流区</a></div>
<div id="postlist"><div class="pct"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_1">问：验收要看什么？<br><br>答：${sentence}<br><br>${sentence}
<img src="static/image/common/none.gif" file="data/attachment/forum/1.jpg"><img src="static/image/smiley/default/smile.gif"></td></tr></table></div></div></div>
<div id="ft">Powered by Discuz!</div></body></html>`

export const gov = `<html><head><meta charset="utf-8"><title>年度检测报告公示-某某检测中心</title><meta name="PubDate" content="2020-11-12 13:14"></head><body>
<div class="header"><img src="/logo.jpg"></div><div class="BreadcrumbNav">首页 > 信息公开</div><div class="xl-main"><h1>年度检测报告公示</h1>
<div class="TRS_Editor"><style>.TRS_Editor P{margin-top:0}</style>${text('现将有关事项公示如下。')}
<table border=1><tr>${'<td>列</td>'.repeat(9)}</tr><tr>${'<td>值</td>'.repeat(9)}</tr></table></div>
<form action="/search"><p>站内检索</p><input name=q></form></div><div class="friend-link">${menu('链接一 链接二')}</div></body></html>`

export const big5 = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=big5"><title>環保設備介紹</title></head>
<body><div class="content"><p>本公司專業生產環保設備，品質優良，歡迎來電洽詢，服務全台灣的客戶。</p></div></body></html>`

export const drawn = `<html><head><title>某某科技</title></head><body><div id="app"></div><script src="/js/app.js"></script></body></html>`
export const frames = `<html><head><title>某某</title></head><frameset rows="80,*"><frame src="top.htm"><frame src="main/news.htm"></frameset></html>`

/** MetInfo: specs as a list, and pictures alone as the text. */
export const metInfo = `<html><head><meta charset="utf-8"><title>除尘风机-产品展示-某某风机有限公司</title></head><body class="met-navfixed">
<header class="met-head"><div class="logo"><h1>某某风机有限公司</h1></div><ul class="navlist">${menu(links)}</ul></header>
<div class="met-crumbs"><ol class="breadcrumb"><li><a href="/">首页</a></li><li><a href="/product/">产品展示</a></li></ol></div>
<div class="met-showproduct"><div class="met-showproduct-list"><div class="slick-slide"><img data-lazy="/upload/201806/1.jpg" src="/public/loading.gif"></div></div>
<div class="product-intro"><h1 class="font-size-24">除尘风机</h1><p class="description">风量大，噪声低。</p>
<ul class="product-para paralist"><li><span>型号：</span>CF-11</li><li><span>风量：</span>1000～9000 m³/h</li></ul></div>
<section class="met-editor clearfix m-t-20"><p><img data-original="/upload/201806/d1.jpg" src="/public/loading.gif"></p><p><img data-original="/upload/201806/d2.jpg"></p></section></div>
<div class="met-foot"><p>电话：400-000-0000，地址：山东省淄博市张店区，欢迎来电咨询，我们将竭诚为您服务。</p></div></body></html>`

/** ASP.NET has the whole page in a form. */
export const aspNet = `<html><head><meta charset="utf-8"><title>公司简介</title></head><body><form name="aspnetForm" method="post" action="About.aspx?id=3">
<input type="hidden" name="__VIEWSTATE" value="${'A'.repeat(5_000)}"><div id="header"><ul>${menu(links)}</ul></div>
<div class="left"><h3>关于我们</h3><ul>${menu('公司简介 企业文化 资质荣誉')}</ul></div>
<div class="right"><div class="title">当前位置：<a href="/">首页</a> > 关于我们</div><div class="neirong"><p>　　${sentence}</p><p>　　${sentence}</p></div></div>
<div id="footer">版权所有 某某公司</div></form></body></html>`

const brushPage = (title: string, place: string, main: string): string =>
  `<title>${title}_某市毛刷有限公司</title><div class="top"><img src="/logo.png"><span>服务热线：0536-0000000</span></div><ul class="nav"><li><a href="/">首页</a></li><li><a href="/about/">关于我们</a></li><li><a href="/product/">产品中心</a></li><li><a href="/news/">新闻中心</a></li></ul><div class="main"><div class="position">您的位置：<a href="/">首页</a> &gt; ${place}</div><h1>${title}</h1>${main}</div><div class="foot">版权所有 某市毛刷有限公司　电话：0536-0000000</div>`
const brush = (name: string, model: string): string =>
  brushPage(
    name,
    `<a href="/product/">产品中心</a> &gt; <a href="/product/1.html">盘刷</a> &gt; <a href="/product/2.html">管道刷</a> &gt; ${name}`,
    `<div class="pimg"><img src="/d/${model}.jpg"></div><table class="attr"><tr><td>型号</td><td>${model}</td></tr><tr><td>价格</td><td>45.00元</td></tr><tr><td>规格</td><td>外径150mm</td></tr><tr><td>起订量</td><td>50支</td></tr></table><h2>详细说明</h2><div class="content" id="text"><p>${name}刷丝耐磨，回弹好，可以按图纸定做，适用于各种管道的清洁。</p></div>`,
  )
const holiday = (year: number, days: string): string =>
  brushPage(
    '五一放假通知',
    '<a href="/news/">新闻中心</a> &gt; 正文',
    `<div class="info">发布时间：${year}-04-26　作者：admin</div><div class="content" id="text"><p>尊敬的客户：</p><p>我公司${year}年劳动节放假时间为${days}，放假期间订单照常接收，节后发货。</p></div>`,
  )

/** A site whose pages say little, and some of them the same. */
export const oldBrushes = {
  '/notice/2022.html': holiday(2022, '4月30日至5月4日'),
  '/notice/2023.html': holiday(2023, '5月1日至5月3日'),
  '/brush/11.html': brush('钢丝管道刷', 'GD9'),
  '/brush/12.html': brush('尼龙管道刷', 'GD10'),
  '/product/': brushPage(
    '产品中心',
    '产品中心',
    `<ul>${['钢丝', '尼龙'].map((name) => `<li><a href="/brush/${name}.html"><img src="/d/${name}.jpg"><p>${name}管道刷</p></a></li>`).join('')}</ul>`,
  ).replaceAll('h1>', 'h2>'),
  '/contact.html': brushPage(
    '联系我们',
    '联系我们',
    '<div id="text"><p>联系人：刘经理 13900000000</p><p>地址：某市某区凤凰街9号</p></div>',
  ),
}
