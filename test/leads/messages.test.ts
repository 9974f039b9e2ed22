import assert from 'node:assert/strict'
import test from 'node:test'
import { messageKeyword } from '../../contract/calls/channels.ts'
import { dingtalk, dingtalkSign } from '../../server/leads/dingtalk.ts'
import { feishu, feishuSign } from '../../server/leads/feishu.ts'
import {
  digestOf,
  newDevicesOf,
  noticeOf,
  reminderOf,
  remindersOf,
  testMessage,
  textOfMessage as textOf,
  type Wording,
} from '../../server/leads/message.ts'
import { robotAddress } from '../../server/leads/robot.ts'
import { isSecret, newSecret, webhookSign } from '../../server/leads/webhook.ts'
import { wecom } from '../../server/leads/wecom.ts'
import type { LeadRecord } from '../../server/store/leadRecords.ts'
import { robotAddresses } from './fakeService.ts'

test('signatures are those that the services publish', () => {
  assert.equal(dingtalkSign('this is secret', 1577262236757), 'hmPWwU+7lVdm3ZZz0r9tSfx0L4Q26jWOZr9+Gs6EZQM=')
  assert.equal(dingtalkSign('SEC0123456789abcdef', 1700000000000), 'TSZbRFUuvaSQaRKUpF970OPCb2/LcQAP3wOvwZIzBZk=')
  assert.equal(feishuSign('demo', 1599360473), 'l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=')
  assert.equal(feishuSign('SEC0123456789abcdef', 1700000000), 'PiO7POLlSx/DM2qf8Dy/XCWeJK3exVnevp5G99LEN2M=')
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signed = webhookSign(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  assert.equal(signed, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a secret for webhooks has 24 to 64 bytes', () => {
  const secretOf = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  for (const secret of [newSecret(), secretOf(24), secretOf(64)]) assert.equal(isSecret(secret), true, secret)
  for (const secret of ['', 'whsec_', secretOf(23), secretOf(65), secretOf(32).slice(6), `${secretOf(32)}!`]) {
    assert.equal(isSecret(secret), false, secret)
  }
  assert.notEqual(newSecret(), newSecret())
})

test('of the address of a robot its key is kept, and no other host is accepted', () => {
  const key = '693a91f6-7aaa-4bc4-97a0-0ec2sifa5aaa'
  assert.deepEqual(robotAddress(wecom, robotAddresses.wecom), { address: key, host: 'qyapi.weixin.qq.com' })
  assert.deepEqual(robotAddress(wecom, key), { address: key, host: 'qyapi.weixin.qq.com' })
  assert.deepEqual(robotAddress(dingtalk, robotAddresses.dingtalk), {
    address: '5f'.repeat(32),
    host: 'oapi.dingtalk.com',
  })
  const hook = 'aabbccdd-1234-5678-9abc-def012345678'
  assert.deepEqual(robotAddress(feishu, robotAddresses.feishu), { address: hook, host: 'open.feishu.cn' })
  assert.deepEqual(robotAddress(feishu, `https://open.larksuite.com/open-apis/bot/v2/hook/${hook}`), {
    address: hook,
    host: 'open.larksuite.com',
  })
  for (const [robot, address] of [
    [wecom, ''],
    [wecom, 'key'],
    [wecom, robotAddresses.dingtalk],
    [wecom, robotAddresses.wecom.replace('https', 'http')],
    [wecom, robotAddresses.wecom.replace('.com', '.com.evil.example')],
    [wecom, robotAddresses.wecom.replace('.com/', '.com@evil.example/')],
    [wecom, robotAddresses.wecom.replace('.com/', '.com:8443/')],
    [wecom, 'https://127.0.0.1/cgi-bin/webhook/send?key=12345678'],
    [wecom, 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=../../12345678'],
    [wecom, 'https://qyapi.weixin.qq.com/cgi-bin/other?key=12345678'],
    [dingtalk, robotAddresses.feishu],
    [feishu, hook],
    [feishu, `${robotAddresses.feishu}/../../other`],
    [feishu, 'https://open.feishu.cn.evil.example/open-apis/bot/v2/hook/12345678'],
  ] as const)
    assert.equal(typeof robotAddress(robot, address), 'string', address)
})

const record: LeadRecord = {
  id: '0mhxyzabc0000abcdef12',
  createdAt: '2026-11-22T10:20:30.456+08:00',
  kind: 'inquiry',
  topic: '报价',
  agentName: '张三',
  agentInfo: '某某建筑',
  phone: '13812341234',
  source: 'mobile',
  question: '多少钱？',
  productId: 'p1',
  productName: '智慧工地平台',
  origin: {
    landing: '/product',
    referrer: 'www.baidu.com',
    campaign: 'spring',
    device: 'phone',
    page: '/product-detail?productId=p1',
  },
}
const robotWording: Wording = {
  maskPhone: true,
  hideQuestion: true,
  siteUrl: 'https://www.example.com',
  readsMarkup: true,
  lists: ['dealer', 'inquiry'],
  answer: () => '',
  pageWords: (path) => (path === '' ? '' : `页面${path}`),
}

test('a notice says who asks what, where they come from, and where to read it', () => {
  const message = noticeOf(record, robotWording)
  assert.equal(
    textOf(message, 2048),
    `【新咨询】报价：智慧工地平台
姓名：张三
公司：某某建筑
电话：138****1234
来源：手机，来自www．baidu．com，活动spring，先打开页面/product
页面：页面/product-detail?productId=p1
时间：2026-11-22 10:20:30
客户线索CDEF12：https://www.example.com/AdminInquiry?open=0mhxyzabc0000abcdef12`,
  )
  assert.doesNotMatch(String(message.id), /\./, 'a webhook is signed with dots between the parts')
  const {
    kind: _kind,
    topic: _topic,
    origin: _origin,
    productName: _productName,
    question: _question,
    ...older
  } = record
  const openWording = { ...robotWording, maskPhone: false, hideQuestion: false, siteUrl: undefined }
  assert.equal(
    textOf(noticeOf({ ...older, agentInfo: '', source: 'desktop' }, openWording), 2048),
    `【新加盟申请】
姓名：张三
电话：13812341234
来源：电脑
时间：2026-11-22 10:20:30
客户线索编号：CDEF12`,
  )
  assert.match(textOf(noticeOf({ ...record, phone: '02112345678' }, robotWording), 2048), /电话：021\*{4}5678/)
  assert.equal(JSON.stringify(message.data).includes('13812341234'), false)
})

test('the beginning of a question is sent where the site says so, without the numbers that are hidden', () => {
  const linesOf = (question: string, wording: Partial<Wording>) =>
    noticeOf({ ...record, question }, { ...robotWording, ...wording }).lines.filter((line) => line.startsWith('问题'))
  const long = '我们在淄博有一个工地，防护栏杆大约三百米，\n多少钱一米？'
  const beginning = ['问题：我们在淄博有一个工地，防护栏杆大约三百米…']
  for (const maskPhone of [false, true]) {
    assert.deepEqual(linesOf(long, { maskPhone, hideQuestion: false }), beginning)
    assert.deepEqual(linesOf(long, { maskPhone, hideQuestion: true }), [])
  }
  const withNumber = '300米多少钱，打13812341234'
  assert.deepEqual(linesOf(withNumber, { maskPhone: true, hideQuestion: false }), [
    '问题：300米多少钱，打138＊＊＊＊1234',
  ])
  assert.deepEqual(linesOf(withNumber, { maskPhone: false, hideQuestion: false }), ['问题：300米多少钱，打13812341234'])
})

test('words of visitors mention nobody, are no markup and stay on their line', () => {
  const hostile =
    '<@all>\r\n<at user_id="all">所有人</at>\u0000 [a](http://b) **x** `y` #z _w_ \u202e{q}\u2028@13800000000'
  const all = {
    ...record,
    agentName: hostile,
    agentInfo: hostile,
    productName: hostile,
    owner: hostile,
    nextAt: '2026-11-23',
  }
  const hostileOrigin = { landing: hostile, referrer: hostile, campaign: hostile, device: 'phone', page: hostile }
  const noticed = noticeOf({ ...all, origin: hostileOrigin }, robotWording)
  assert.equal(textOf(noticed, 20_000).split('\n').length, 8)
  for (const { title, lines } of [noticed, digestOf([all, all], robotWording), remindersOf([all], robotWording)]) {
    assert.doesNotMatch([title, ...lines].join('').replace('138****1234', ''), /[<>@#*_`[\](){}\p{C}\u2028]/u)
  }
  assert.match(noticed.lines[0] ?? '', /＜＠all＞ ＜at user＿id="all"＞/)
  const mail = noticeOf({ ...record, agentName: '李<四>\r\nBcc: a@b.example' }, { ...robotWording, readsMarkup: false })
  assert.equal(mail.lines[0], '姓名：李<四> Bcc: a@b．example')
})

test('a name that looks like a web address is no link, in no service and no subject', () => {
  const names = [
    'www.evil.com',
    'evil.cn',
    'http://evil',
    'https://evil.example/a.b',
    'a@evil.cn',
    '1.2.3.4',
    'evil.公司',
    'www.\u200bevil.cn',
  ]
  for (const readsMarkup of [true, false]) {
    const wording = { ...robotWording, readsMarkup }
    for (const name of names) {
      const origin = { landing: name, referrer: name, campaign: name, device: 'phone', page: name }
      const all: LeadRecord = { ...record, agentName: name, agentInfo: name, productName: name, owner: name, origin }
      for (const { title, lines } of [noticeOf(all, wording), digestOf([all], wording), remindersOf([all], wording)]) {
        assert.doesNotMatch([title, ...lines].join('\n'), /\.\S|:\/\//, name)
      }
    }
    const nameIn = (agentName: string) => noticeOf({ ...record, agentName }, wording).lines[0]
    assert.deepEqual([nameIn('www.evil.com'), nameIn('St. Mary 3 m.')], ['姓名：www．evil．com', '姓名：St. Mary 3 m.'])
  }
})

test('a text is cut at the bytes that a service takes, within no character and never in the link', () => {
  const long = '𠮷'.repeat(300)
  const origin = { landing: long, referrer: long, campaign: long, device: 'phone', page: long }
  const notice = noticeOf({ ...record, agentName: long, agentInfo: long, productName: long, origin }, robotWording)
  const many = digestOf(
    Array.from({ length: 500 }, (_, n) => ({ ...record, agentName: `𠮷${n}` })),
    robotWording,
  )
  for (const message of [notice, many]) {
    for (let maxBytes = 300; maxBytes < 312; maxBytes++) {
      const text = textOf(message, maxBytes)
      assert.ok(
        Buffer.byteLength(text) <= maxBytes && Buffer.byteLength(text) > maxBytes - 8,
        `${Buffer.byteLength(text)} of ${maxBytes}`,
      )
      assert.doesNotMatch(text, /\ufffd|\p{Surrogate}/u)
      const [{ words, url } = assert.fail()] = message.links
      assert.ok(text.endsWith(`…\n${words}：${url}`))
    }
  }
  assert.ok(Buffer.byteLength(textOf(notice, 2048)) <= 2048)
  assert.match(textOf(many, 2048), /^【新咨询】500条\n𠮷0（某某建筑，智慧工地平台）、𠮷1（/)
})

test('several at once are one message, and a reminder names who takes care of it', () => {
  const other = { ...record, kind: 'dealer', agentName: '李四', agentInfo: '' } as const
  assert.equal(
    textOf(digestOf([record, other], robotWording), 2048),
    `【新客户线索】2条
张三（某某建筑，智慧工地平台）、李四（智慧工地平台）
客户线索·代理加盟：https://www.example.com/AdminAgenttoJoin
客户线索·客户咨询：https://www.example.com/AdminInquiry`,
  )
  assert.match(
    textOf(digestOf([other, other], robotWording), 2048),
    /^【新加盟申请】2条\n[^]*\n客户线索·代理加盟：https:\/\/www\.example\.com\/AdminAgenttoJoin$/,
  )
  assert.equal(
    textOf(remindersOf([{ ...record, owner: '王五' }, other], { ...robotWording, siteUrl: undefined }), 2048),
    `【跟进提醒】今天要联系2位客户
张三（某某建筑，智慧工地平台，王五跟进）、李四（智慧工地平台）
请到客户线索后台的“代理加盟”和“客户咨询”查看`,
  )
  const one = reminderOf({ ...record, nextAt: '2026-11-23 09:30:00', owner: '王五' }, robotWording)
  assert.deepEqual([one.type, one.id], ['inquiry.reminder', `reminder_${record.id}_2026-11-23`])
})

test('every message has the word that robots can be limited to', () => {
  for (const siteUrl of ['https://www.example.com', undefined]) {
    const wording = { ...robotWording, siteUrl }
    const ofRecords = [noticeOf(record, wording), digestOf([record], wording), remindersOf([record], wording)]
    const device = {
      id: 'd',
      createdAt: '2026-11-20T16:07:49.123+08:00',
      userId: 'u',
      device: 'iPhone · 微信',
      network: '113.120.*.*',
    }
    const ofDevices = newDevicesOf([device], () => '<at>小李', wording)
    assert.equal(ofDevices.lines[0], '账号：＜at＞小李，iPhone · 微信，113．120．＊．＊，2026-11-20 16:07:49')
    for (const message of [...ofRecords, ofDevices, testMessage('群', 'c', wording)]) {
      assert.ok(textOf(message, 2048).includes(messageKeyword))
    }
  }
})

test('the products of an inquiry are a line each, harmless, and cut before the links', () => {
  const items = [
    {
      productId: 'a',
      productName: '塔机监测',
      model: 'ZZ-T100',
      quantity: 20,
      unit: '台',
      note: '电话13800000009 @all',
    },
    { productId: 'b', quantity: 3 },
  ]
  const { productName: _, ...other } = record
  const asked = { ...other, items }
  const notice = noticeOf(asked, { ...robotWording, maskPhone: false, hideQuestion: false })
  assert.match(notice.title, /报价：塔机监测等2项$/)
  assert.deepEqual(notice.lines.slice(-2), ['1. 塔机监测 ZZ-T100 ×20台（电话13800000009 ＠all）', '2. b ×3'])
  assert.deepEqual(Reflect.get(notice.data ?? {}, 'items'), items)
  assert.match(noticeOf(asked, { ...robotWording, hideQuestion: false }).lines.at(-2) ?? '', /电话138＊{4}0009/)
  const hidden = noticeOf(asked, robotWording)
  assert.doesNotMatch(JSON.stringify(hidden), /all|13800000009/)
  assert.match(digestOf([asked, asked], robotWording).lines[0] ?? '', /塔机监测等2项/)

  const most = Array.from({ length: 30 }, () => ({
    productId: 'a',
    productName: '产'.repeat(300),
    model: '型'.repeat(60),
    note: '备'.repeat(100),
  }))
  const text = textOf(noticeOf({ ...asked, items: most }, robotWording), 2048)
  assert.ok(Buffer.byteLength(text) <= 2048)
  assert.match(text, /…\n/)
  for (const line of noticeOf({ ...asked, items: most }, robotWording).lines) assert.ok([...line].length < 140)
})

test('a notice says what was sent with it, never the bytes, and what was promised', () => {
  const files = [
    { fileId: 'file-one', name: '图纸<b>.dwg', size: 10 },
    { fileId: 'file-two', name: '13812345678的清单.xlsx', size: 20 },
  ]
  const answer: Wording['answer'] = ({ topic, left }, now) => `${topic} ${left} ${now === Date.parse(record.createdAt)}`
  const message = noticeOf({ ...record, files }, { ...robotWording, hideQuestion: false, answer })
  assert.ok(message.lines.includes('附件：2个，图纸＜b＞．dwg、138＊＊＊＊5678的清单．xlsx'), message.lines.join())
  const short = noticeOf({ ...record, files }, { ...robotWording, hideQuestion: true })
  assert.ok(short.lines.includes('附件：2个'), short.lines.join())
  assert.ok(!JSON.stringify(short).includes('清单'))
  assert.ok(message.lines.includes(`答复：报价 ${record.phone} true`), message.lines.join())
  assert.ok(!JSON.stringify(message.data).includes('file-one'))
})
