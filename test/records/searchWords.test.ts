import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SiteHits } from '../../contract/kinds/entities.ts'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const search = async (word: string, more = {}): Promise<SiteHits> =>
  (await server.post('/v1/search/site', { word, ...more })).data

/** What a site manager types, and what stands first in the starter content. */
const firstHits = {
  塔机安全监测系统:
    '塔机防撞 塔吊防撞系统 防撞 防撞预警 吊钩摄像头 吊钩视频监控 吊装 吊装监控 起重机监控 塔吊监控系统 T100 T-100Q zzt100 ZZ/T100 ZT100 黑盒子 驾驶员识别 ZZ-T100 zz-t100q 塔吊 塔机 塔式起重機 塔吊监测 塔吊厂家 吊钩可视化 防碰撞 黑匣子 力矩 违章 塔机检测 塔吊喊话 塔掉 吊重监测 力矩限制器 司机打卡 塔吊防碰撞 塔吊交货期 塔吊供货期 taji tj taj tadiao tajian 塔基',
  扬尘噪声在线监测系统:
    '扬尘监控 工地扬尘 风速仪 Y600-G 扬尘 揚塵 雾炮 噪音 PM2.5 扬尘在线监测 环境监测 扬尘检测 在线检测 雾炮联动 扬尘超标 噪音监测 PM10 yangchen 养尘 杨尘',
  实名制通道管理系统:
    '全高闸 全高转闸 翼闸 三辊 G-360 zzg360 人脸门禁 打卡机 工人考勤 实名制 實名制 刷脸闸机 考勤 劳务 门禁 工资 人脸机 工人考勤 劳务分账 smz 劳物',
  智能安全帽: 'UWB定位 室内定位 定位帽 h-480 安全帽 头盔 安全帽定位 安全帽交期 北斗 定位 一键求助 人员定位 aqm 安全冒',
  卸料平台监测系统: 'ZZX5P 超限报警 料台限载 卸料平台称重 卸料平台 料台 卸料平台超载',
  深基坑自动化监测系统: '测斜 水位计 J-32 深基坑 基坑监测 沉降 水位 基坑变形 水平位移',
  标准化防护栏杆: '临边围栏 安全护栏 洞口防护 临边 护栏 楼梯 临边警示 护栏供货期',
  配电箱防护棚: '临电 电箱防护 D2500 配电箱 电箱 临时用电',
  钢筋加工棚: 'K904 防砸棚 钢筋棚 gangjin',
  样板展示区: '工法样板 样板 工艺样板',
  集装箱式驻地: '打包箱 住人集装箱 B20W 集装箱 活动房 宿舍',
  混凝土抹平机器人: '抹平机器人 收光 地坪 整平',
  地砖铺贴机器人: '贴砖 瓷砖 贴地砖',
  室内喷涂机器人: '喷涂 刷墙 乳胶漆 喷漆机器人',
  实测实量机器人: '量房机器人 实测实量 靠尺',
  外墙清洗机器人: '擦玻璃机器人 F-1200 外墙清洗 幕墙 外墙清洗机器人多少钱',
  工地巡检机器人: 'P5G 巡检 夜间巡逻 测温 电表 机器狗',
  智慧工地云平台:
    'API api接口 API文档 本地部署 私有化部署 内网部署 数据上传 ZZC5 GB28181 GB/T28181 平台 大屏 智慧工地公司 智慧工地系统 平台对接 数据对接 联网 zhihuigongdi 对接 已对接平台 郑州 ZZ-C3',
  AI视频巡检系统: 'A-16 AI监控 工地监控 监控 摄像头 AI 人工智能 反光衣 反光背心 车牌识别 抽烟 洗轮机 明火识别 车辆管理',
  安全体验馆: '体验馆 VR 触电',
  青岛房屋建设项目: '青岛 青島 青岛项目',
  在线咨询: '价格 报价 多少钱 参观 演示 展厅预约',
  联系我们: '售后 保修 质保几年 电话 联系电话 地址 公司地址 微信 400-000-0000',
  代理加盟: '加盟 代理 怎么加盟 返点 代理政策 区域保护',
  资质与检测: '资质 证书 检测报告 检定证书 专利 住建局 营业执照 商标 软著',
  隐私说明: '隐私',
  项目案例: '案例',
  智慧展厅: '展厅',
  智慧校园: '智慧校园',
  加入我们: '招聘 应聘',
  下载中心: '下载 说明书 logo',
  '实测实量机器人操作培训班结业：学员用自己的房间交卷': '培训',
}

for (const [title, words] of Object.entries(firstHits)) {
  test(`${title} is the first that is found for ${words}`, async () => {
    for (const word of words.split(' ')) assert.equal((await search(word)).data[0]?.title, title, word)
  })
}

test('what is asked for by the label of a field finds what has it', async () => {
  assert.deepEqual((await search('交货期')).kinds, { product: 20 })
})

test('what only sounds or looks alike is found where nothing has the words, and says so', async () => {
  assert.deepEqual(
    [(await search('塔机')).near, (await search('塔基')).near, (await search('没有这样的词')).near],
    [false, true, false],
  )
  assert.deepEqual(await search('盾构机'), {
    data: [],
    count: 0,
    kinds: {},
    words: ['盾构机', '盾构', '构机'],
    near: false,
  })
})

test('nothing is found for what the company does not have, whatever half of the word says', async () => {
  for (const word of '龙门吊 盘扣 爬架 标养室 高支模 混凝土测温 智能手环 混凝土泵车 吊篮 脚手架 地磅 WIFI教育 火锅 彩票 比特币 猫粮 机票 房贷 手机壳 asdfgh xyz123 abc100 zz88 ttt111 ZZT999 zzx999'.split(
    ' ',
  )) {
    assert.deepEqual((await search(word)).data, [], word)
  }
})

test('halves of a word are found in another order, last of all; what a text only mentions is said to be so', async () => {
  const plates = await search('车牌识别')
  assert.deepEqual([plates.data[0]?.title, plates.near, plates.mentioned], ['AI视频巡检系统', false, true])
  assert.ok(plates.words.includes('识别车牌'), 'it is marked')
  assert.match(plates.data[0]?.excerpt ?? '', /识别车牌/)
  const qingdao = await search('青岛项目')
  assert.deepEqual([qingdao.data[0]?.title, qingdao.mentioned], ['青岛房屋建设项目', undefined])
  assert.ok(qingdao.words.includes('青岛') && qingdao.words.includes('项目'), 'both halves are marked')

  const page = async (word: string) => {
    const html = await (await fetch(`${server.url}/search?${new URLSearchParams({ word })}`)).text()
    return html.replaceAll('<!-- -->', '')
  }
  const mentions = await page('施工电梯')
  assert.match(mentions, /没有专门介绍“施工电梯”的内容，下面\d+条提到了它/)
  assert.match(mentions, /href="\/zixun\?word=[^"]*"/, 'the form is offered with the word')
  assert.doesNotMatch(await page('塔吊'), /没有专门介绍/)
})

test('hits have their picture and can be limited to a kind; how many there are of each is the same', async () => {
  const all = await search('塔吊')
  assert.match(all.data[0]?.picture ?? '', /^\/media\/product\//)
  assert.deepEqual(all.words.slice(0, 3), ['塔吊', '塔机', '塔式起重机'])
  assert.equal(
    all.count,
    Object.values(all.kinds).reduce((sum, count) => sum + count, 0),
  )
  const cases = await search('塔吊', { kind: 'case' })
  assert.deepEqual(new Set(cases.data.map(({ type }) => type)), new Set(['case']))
  assert.deepEqual([cases.count, cases.kinds], [all.kinds.case, all.kinds])
  assert.equal((await server.post('/v1/search/site', { word: '塔吊', kind: 'user' })).code, 400)
})

test('the page lists hits below links to each kind, and offers the form with the word, all without a script', async () => {
  const page = async (query: Record<string, string>) =>
    (await fetch(`${server.url}/search?${new URLSearchParams(query)}`)).text()
  const found = await page({ word: '塔吊' })
  assert.match(found, /<mark>塔机<\/mark>安全监测系统/)
  assert.match(found, /<a href="\/search\?word=[^"]*&amp;kind=case">案例/)
  assert.match(found, /<p class="small muted">产品<\/p><h2/)
  assert.match(await page({ word: '塔吊', kind: 'case' }), /aria-current="page">案例/)
  const [, form = ''] = /href="(\/zixun\?word=[^"]*)"/.exec(await page({ word: '盾构机' })) ?? []
  assert.match(
    await (await fetch(server.url + form)).text(),
    /<textarea[^>]*name="question"[^>]*>想找：盾构机。<\/textarea>/,
  )
})

test('staff write synonyms; what they switch off is not found', async () => {
  const headers = await server.signIn()
  const { pagesOn, inquiry, synonyms } = (await server.post('/v1/site/detail')).data
  const update = async (fields: object) =>
    assert.equal((await server.post('/v1/site/update', fields, { headers })).code, 200)
  assert.equal((await search('大灰狼')).count, 0)
  await update({ synonyms: [...synonyms, '大灰狼， 智能安全帽'] })
  assert.equal((await search('大灰狼')).data[0]?.title, '智能安全帽')
  await update({ synonyms: [] })
  assert.deepEqual(await search('大灰狼'), {
    data: [],
    count: 0,
    kinds: {},
    words: ['大灰狼', '大灰', '灰狼'],
    near: false,
  })

  const addresses = async (word: string) => (await search(word, { kind: 'page' })).data.map(({ address }) => address)
  assert.ok((await addresses('报价')).includes('/zixun') && (await addresses('电话')).includes('/gywm#contact'))
  await update({
    pagesOn: { ...pagesOn, about: false, agent: false, proofs: false },
    inquiry: { ...inquiry, form: false },
  })
  const left = [
    ...(await addresses('报价')),
    ...(await addresses('电话')),
    ...(await addresses('资质')),
    ...(await addresses('加盟')),
  ]
  assert.deepEqual(
    left.filter((address) => /zixun|gywm|zizhi|dljm/.test(address)),
    [],
  )
})
