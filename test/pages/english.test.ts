import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const open = async (path: string, agent = 'Chrome') => {
  const reply = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
  return { status: reply.status, html: await reply.text() }
}

const english = {
  title: 'Smart devices for construction sites',
  lead: 'We make tower crane monitors and dust monitors.',
  products: ['Tower crane monitoring system', 'Dust and noise monitor'],
  proofs: ['ISO 9001:2015'],
  phone: '+86 533 0000000',
  mailbox: '',
}

test('without a title, as it is shipped, nobody is led to a page in English', async () => {
  assert.equal((await open('/en')).status, 404)
  for (const path of ['/', '/gywm', '/sitemap.xml']) assert.doesNotMatch((await open(path)).html, /\/en["<]/)
})

test('written, it is one page in English on both devices, found from every page, by search and by search engines', async () => {
  const headers = await server.signIn()
  assert.equal((await server.post('/v1/site/update', { english }, { headers })).code, 200)
  for (const agent of ['Chrome', 'iPhone']) {
    const { status, html } = await open('/en', agent)
    assert.equal(status, 200)
    assert.match(html, /^<!doctype html><html lang="en">/)
    assert.match(html, /<title>Smart devices for construction sites<\/title>/)
    assert.match(html, /<meta name="description" content="We make tower crane monitors and dust monitors.">/)
    assert.match(html, /<h1[^>]*>Smart devices for construction sites<\/h1>.*<li>Tower crane monitoring system<\/li>/)
    assert.match(html, /href="tel:\+865330000000"/)
    // Without one of its own it has the company's.
    assert.match(html, /<h2 class="like-h3">Contact<\/h2>.*href="mailto:service@example.com"/)
  }
  for (const [path, agent] of [
    ['/', 'Chrome'],
    ['/productDet?productId=zhgd-tower-crane', 'Chrome'],
    ['/mobile', 'iPhone'],
  ] as const)
    assert.match((await open(path, agent)).html, /<a class="nowrap" href="\/en" lang="en">English<\/a>/, path)
  assert.match((await open('/')).html, /<link rel="alternate" hreflang="en" href="[^"]*\/en">/)
  assert.match((await open('/sitemap.xml')).html, /\/en<\/loc>/)
  const found = await server.post('/v1/search/site', { word: 'crane' })
  assert.equal(found.data.data[0]?.address, '/en')

  await server.post('/v1/site/update', { english: { ...english, title: '' } }, { headers })
  assert.equal((await open('/en')).status, 404)
})
