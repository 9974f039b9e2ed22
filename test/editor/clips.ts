/** What programs put on the clipboard, written by hand in the form that they use. */

const wordHead = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/wang/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument>
  <w:View>Normal</w:View>
  <w:LsdException Locked="false" Name="Normal"/>
 </w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Font Definitions */
 @font-face
	{font-family:宋体;
	panose-1:2 1 6 0 3 1 1 1 1 1;}
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no;
	margin:0cm;
	text-align:justify;
	text-justify:inter-ideograph;
	font-size:10.5pt;
	font-family:等线;}
 @list l0:level1
	{mso-level-number-format:bullet;
	mso-level-text:\uF06C;}
-->
</style>
<!--[if gte mso 10]>
<style>
 table.MsoNormalTable
	{mso-style-name:普通表格;}
</style>
<![endif]-->
</head>

<body lang=ZH-CN style='tab-interval:21.0pt;word-wrap:break-word;text-justify-trim:
punctuation'>
<!--StartFragment-->
`
const wordTail = `<!--EndFragment-->
</body>

</html>`
const word = (body: string): string => wordHead + body + wordTail

export const wordText = word(`
<p class=MsoTitle align=center style='text-align:center'><span style='font-family:"等线 Light";mso-ascii-font-family:"Calibri Light"'>塔机监测方案<span lang=EN-US><o:p></o:p></span></span></p>

<h1><span style='font-family:宋体;color:#2F5496;mso-themecolor:accent1'>一、概述</span><span lang=EN-US><o:p></o:p></span></h1>

<p class=MsoNormal style='text-align:justify;text-justify:inter-ideograph'><b><span style='font-family:
宋体;color:red'>重要</span></b><span style='font-family:宋体'>：设备须经<u>验收</u>后方可
使用，详见<span lang=EN-US><a href="https://example.com/spec?id=1&amp;v=2"><span lang=EN-US style='font-family:宋体;color:#0563C1'><span lang=EN-US>说明书</span></span></a></span>。<span
style='mso-spacerun:yes'> </span></span><span lang=EN-US><o:p></o:p></span></p>

<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>

<p class=MsoNormal align=right style='text-align:right'><i><span style='font-family:宋体'>筑站科技</span></i><s><span>旧名</span></s><span style='background:yellow;mso-highlight:yellow'>标出</span><sup><span lang=EN-US>2</span></sup></p>
`)

const wordItem = (level: number, mark: string, text: string): string =>
  `<p class=MsoListParagraph style='margin-left:${level * 22}.0pt;mso-para-margin-left:0gd;text-indent:-22.0pt;mso-char-indent-count:0;mso-list:l0 level${level} lfo1'>` +
  `<![if !supportLists]><span lang=EN-US style='font-family:Wingdings;mso-fareast-font-family:Wingdings;mso-bidi-font-family:Wingdings'><span style='mso-list:Ignore'>${mark}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>${text}</span><span lang=EN-US><o:p></o:p></span></p>\n\n`

export const wordLists = word(
  wordItem(1, 'l', '进场检查') +
    wordItem(2, '1.', '外观') +
    wordItem(2, '2.', '接地') +
    wordItem(3, '(a)', '电阻') +
    wordItem(1, 'l', '调试') +
    '<p class=MsoNormal><span style="font-family:宋体">正文</span></p>' +
    wordItem(1, '3)', '从三开始') +
    wordItem(1, '4)', '接着'),
)

export const wordPictures = word(`
<p class=MsoNormal><span lang=EN-US style='mso-no-proof:yes'><!--[if gte vml 1]><v:shapetype id="_x0000_t75" coordsize="21600,21600"><v:stroke joinstyle="miter"/></v:shapetype><v:shape id="图片_x0020_1" type="#_x0000_t75" style='width:415pt;height:234pt'>
 <v:imagedata src="file:///C:/Users/wang/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/>
</v:shape><![endif]--><![if !vml]><img width=553 height=312
src="file:///C:/Users/wang/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="塔机外观" v:shapes="图片_x0020_1"><![endif]></span></p>
<p class=MsoNormal><span style='font-family:宋体'>图一</span></p>
`)

const hexPng =
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082'
export const wordPicturesRtf = String.raw`{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0 Calibri;}}{\*\shppict{\pict{\*\picprop\shplid1025{\sp{\sn shapeType}{\sv 75}}}\picscalex100\picscaley100\piccropl0\picw14631\pich8255\picwgoal8295\pichgoal4680\pngblip\bliptag-1404291893{\*\blipuid ac4c30cb4b7b5e0a9e0f9b1d2c3e4f50}
${hexPng.slice(0, 64)}
${hexPng.slice(64)}}}{\nonshppict{\pict\picscalex100\picw14631\wmetafile8\bliptag-1404291893 0100090000038b}}\par }`

export const wps = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 14"><!--[if gte mso 9]><xml><w:LatentStyles DefLockedState="false"></w:LatentStyles></xml><![endif]--><style>@font-face{font-family:"Times New Roman";}p.MsoNormal{mso-style-name:正文;margin:0pt;text-align:justify;font-family:Calibri;}span.10{font-family:'Times New Roman';}</style></head><body style="tab-interval:21pt;"><!--StartFragment--><h2><b style="mso-bidi-font-weight:normal"><span style="font-family:黑体;mso-ascii-font-family:Arial;font-weight:bold;font-size:16.0000pt;"><font face="黑体">安装要求</font></span></b><span style="font-size:16pt"><o:p></o:p></span></h2><p class=MsoNormal style="text-align:justify;text-justify:inter-ideograph;" ><span style="mso-spacerun:'yes';font-family:宋体;mso-ascii-font-family:Calibri;color:rgb(255,0,0);mso-font-kerning:1.0000pt;" ><font face="宋体">注意：</font></span><b><span style="mso-spacerun:'yes';font-family:宋体;mso-ansi-font-weight:bold;" ><font face="宋体">断电</font></span></b><span style="text-decoration:line-through;"><font face="宋体">带电</font></span><u><span style="text-decoration:underline;text-underline:single;"><font face="宋体">作业</font></span></u></p><p class=MsoNormal style="margin-left:21.0000pt;text-indent:-21.0000pt;mso-list:l0 level1 lfo1;" ><![if !supportLists]><span style="font-family:Wingdings;mso-fareast-font-family:宋体;" ><span style='mso-list:Ignore;' >l<span>&nbsp;</span></span></span><![endif]><span style="font-family:宋体;" ><font face="宋体">第一项</font></span></p><p class=MsoNormal style="margin-left:21.0000pt;text-indent:-21.0000pt;mso-list:l0 level1 lfo1;" ><![if !supportLists]><span style="font-family:Wingdings;" ><span style='mso-list:Ignore;' >l<span>&nbsp;</span></span></span><![endif]><span style="font-family:宋体;" ><font face="宋体">第二项</font></span></p><p class=MsoNormal><span><o:p>&nbsp;</o:p></span></p><table class=MsoTableGrid border=1 cellspacing=0 style="border-collapse:collapse;width:426.1pt;mso-table-layout-alt:fixed;" ><tr><td width=284 valign=top style="width:213.05pt;padding:0pt 5.4pt;" ><p class=MsoNormal align=center style="text-align:center;" ><b><span><font face="宋体">名称</font></span></b></p></td><td width=284><p class=MsoNormal ><span><font face="宋体">数量</font></span></p></td></tr></table><!--EndFragment--></body></html>`

export const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
.font5
	{color:windowtext;
	font-size:9.0pt;}
td
	{padding-top:1px;
	mso-ignore:padding;
	color:black;
	font-weight:400;
	text-align:general;
	vertical-align:middle;
	white-space:nowrap;}
.xl65
	{font-weight:700;
	text-align:center;
	background:#D9E1F2;}
.xl66
	{color:red;
	mso-number-format:"0\\.00_\\)\\;\\[Red\\]\\\\(0\\.00\\\\\\)";}
-->
</style>
</head>

<body link="#0563C1" vlink="#954F72">

<table border=0 cellpadding=0 cellspacing=0 width=216 style='border-collapse:
 collapse;width:162pt'>
<!--StartFragment-->
 <col width=72 span=3 style='width:54pt'>
 <tr height=19 style='height:14.25pt'>
  <td colspan=2 height=19 class=xl65 width=144 style='height:14.25pt;width:108pt'>设备</td>
  <td class=xl65 width=72 style='border-left:none;width:54pt'>单价</td>
 </tr>
 <tr height=19 style='height:14.25pt'>
  <td rowspan=2 height=38 style='height:28.5pt'>塔机<br>
    监测</td>
  <td>主机</td>
  <td class=xl66 align=right x:num="12800.5">12800.50</td>
 </tr>
 <tr height=19 style='height:14.25pt'>
  <td height=19 style='height:14.25pt'>球机</td>
  <td align=right x:num>3200</td>
 </tr>
<!--EndFragment-->
 <![if supportMisalignedColumns]>
 <tr height=0 style='display:none'>
  <td width=72 style='width:54pt'></td>
  <td width=72 style='width:54pt'></td>
  <td width=72 style='width:54pt'></td>
 </tr>
 <![endif]>
</table>

</body>

</html>`

export const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7f1c0a0e-7fff-1b2c-3d4e-5f6071829304"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">概况</span></h2><p dir="ltr" style="line-height:1.38;text-align: center;margin-top:0pt;"><span style="font-size:11pt;color:#ff9900;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">橙色粗体</span><span style="font-size:11pt;color:#000000;font-weight:400;font-style:italic;">斜体</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;">甲</span></p></li><ul style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>乙</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`

export const weChat = `<meta charset='utf-8'><section style="margin: 0px; padding: 0px; outline: 0px; max-width: 100%; box-sizing: border-box; color: rgba(0, 0, 0, 0.9); font-family: mp-quote, -apple-system-font, sans-serif; letter-spacing: 0.544px; text-align: justify;" data-tools="135编辑器" data-id="94085"><section style="margin: 10px auto; text-align: center;"><section style="display: inline-block;"><p style="margin: 0px; clear: both; min-height: 1em;"><span style="font-size: 18px; color: rgb(0, 128, 0);"><strong style="margin: 0px;">工地开放日</strong></span></p></section></section><section style="margin: 0px 8px;"><span style="letter-spacing: 1px;">六月的工地，<span leaf=""><strong>塔机</strong>高耸。</span></span></section><section><svg viewBox="0 0 1 1" style="background-image: url(https://mmbiz.qpic.cn/x.gif)"><text>点击</text></svg></section><p style="text-align: center;"><img class="rich_pages wxw-img" data-backw="578" data-ratio="0.6666667" data-src="https://mmbiz.qpic.cn/mmbiz_jpg/AbCd/640?wx_fmt=jpeg" data-type="jpeg" data-w="1080" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" style="width: 578px !important; visibility: visible !important;" _width="100%"></p><section style="line-height: 2em;"><br></section><section nodeleaf=""><iframe class="video_iframe rich_pages" data-vidtype="2" data-mpvid="wxv_1" data-src="https://mp.weixin.qq.com/mp/readtemplate?t=pages/video_player_tmpl&amp;vid=wxv_1"></iframe></section><p style="margin: 0px;"><br></p><section style="text-align: right;">来源：筑站</section></section><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p>`

export const webPage = `<html><body>
<!--StartFragment--><nav style="color: rgb(0, 0, 0);"><ul><li><a href="/">首页</a></li><li><a href="/news">新闻</a></li></ul></nav><div class="content" style="color: rgb(44, 62, 80); font-family: &quot;Microsoft YaHei&quot;; font-size: 16px; font-weight: 400; text-align: start; background-color: rgb(255, 255, 255);"><script>track("view")</script><h2 style="color: rgb(0, 90, 200); text-align: center;">标题</h2>第一行<br style="color: red"><br>第二段 <b style="font-weight: 700;">重点</b><span style="font-weight: 600; color: rgb(192, 57, 43);">红字</span><div style="text-align: center;"><a href="https://example.com/a" style="color: rgb(0, 0, 238); text-decoration: underline;"><span style="color: rgb(0, 0, 238); text-decoration: underline;">链接</span></a></div><p>看<a href="javascript:void(0)" onclick="go()">这里</a></p><img src="//img.example.com/a.jpg" width="600" height="400" onerror="steal()"><img src="http://img.example.com/b.png" alt="乙"><img src="https://count.example.com/p.gif" width="1" height="1"><pre style="background: #eee"><code><span style="color: rgb(0, 0, 255);">npm</span> start<br></code></pre><button>复制</button><form><input value="x">搜索</form><table><tbody><tr><td><div>框</div><p style="text-align:center">内</p></td></tr></tbody></table><ul><li><p>项</p></li></ul></div><!--EndFragment-->
</body></html>`

export const png = `data:image/png;base64,${Buffer.from(hexPng, 'hex').toString('base64')}${'A'.repeat(80)}`
