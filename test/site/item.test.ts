import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf, startServer, type Answer } from '../server.ts'

const path = '/service-basics-item/item/item'
const server = await startServer({ after })
const headers = await server.signIn()

const put = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  answerOf(
    fetch(server.url + path, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    }),
  )

test('what staff never changed follows the site, and the sign-in shows it in the company’s colours', async () => {
  const me = async (): Promise<[string, string]> => {
    const { data } = await server.post('/v1/indexLogin/userInfo', {}, { headers })
    return [data.sysName, data.logo]
  }
  const shell = async () => (await fetch(`${server.url}/login`)).text()
  const { data: starter } = await server.post('/v1/site/detail')
  assert.deepEqual(await me(), ['官网后台管理系统', starter.logo.light])
  assert.doesNotMatch(await shell(), /look\.css/)
  const saved = await server.post(
    '/v1/site/update',
    {
      siteName: '海右"齿科',
      favicon: '/uploads/media/icon.png',
      look: { accent: '#0b6e4f', corners: 'round' },
    },
    { headers },
  )
  assert.equal(saved.code, 200)
  assert.deepEqual(await me(), ['海右"齿科', '/uploads/media/icon.png'])
  const html = await shell()
  assert.match(html, /<title>海右&#34;齿科<\/title>/)
  assert.match(html, /data-name="海右&#34;齿科" data-logo="\/uploads\/media\/icon\.png"/)
  assert.match(html, /href="\/look\.css\?accent=0b6e4f&#38;corners=round&#38;edition=3"/)

  // Both are sent, but only the name is another one.
  const { data } = await put({ sysName: '内部系统', logo: '/uploads/media/icon.png' }, headers)
  assert.deepEqual([data.sysName, data.logo], ['内部系统', '/uploads/media/icon.png'])
  await server.post('/v1/site/update', { favicon: '/uploads/media/other.png' }, { headers })
  assert.deepEqual(await me(), ['内部系统', '/uploads/media/other.png'])
  const shown = { favicon: starter.favicon, logo: { light: '/uploads/media/logo.png', dark: '/media/x.png' } }
  await server.post('/v1/site/update', shown, { headers })
  assert.deepEqual(await me(), ['内部系统', '/uploads/media/logo.png'])
})

test('both fields are needed, the name has at most 30 characters, and there is only one item', async () => {
  const wrong: [object, number, string | undefined, string][] = [
    [{}, 400, 'sysName', '请输入系统名称'],
    [{ sysName: '名' }, 400, 'logo', '请上传LOGO'],
    [{ sysName: '名', logo: ' ' }, 400, 'logo', '请上传LOGO'],
    [{ sysName: '名'.repeat(31), logo: '/a.png' }, 400, 'sysName', '系统名称不能超过30个字符'],
    [{ sysName: '名', logo: 'javascript:x' }, 400, 'logo', '应为以“/”开头的站内地址或http(s)网址'],
    [{ sysName: '名', logo: '/a.png', itemId: 'another' }, 404, undefined, '记录不存在或已被删除'],
  ]
  for (const [body, code, field, message] of wrong) {
    const answer = await put(body, headers)
    assert.deepEqual([answer.code, answer.data?.field, answer.msg], [code, field, message])
  }
  assert.equal((await put({ sysName: '名'.repeat(30), logo: '/a.png' }, headers)).code, 200)
})
