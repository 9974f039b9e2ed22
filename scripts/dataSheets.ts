import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from '../contract/text/escapeHtml.ts'
import { launchChromium } from './chromium.ts'
import { encodePicture } from './encodePicture.ts'
import { type Sheet, sheets } from './dataSheets/sheets.ts'

/**
 * `node --import tsx scripts/dataSheets.ts` prints the data sheets of the starter's products from their records to
 * data/seed/media/document/. Run it after a change of a picture, of 型号 or of 参数; the fonts need fonts-noto-cjk.
 */
const seed = fileURLToPath(new URL('../data/seed/', import.meta.url))
const beside = (name: string): string => readFileSync(new URL(`./dataSheets/${name}`, import.meta.url), 'utf8')

interface Product {
  coverName: string
  coverDescribe: string
  coverUrl: string
  story: { image: string }[]
  productCon: string
  models: { model: string; note: string }[]
  specs: { term: string; value: string }[]
}
interface Company {
  siteName: string
  slogan: string
  companyName: string
  hotline: string
  mailbox: string
  address: string
}

const record = <T>(path: string): T => JSON.parse(readFileSync(`${seed}${path}.json`, 'utf8')) as T
const dataUrl = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
/** As wide as A4 needs them at 150 dots an inch: over the whole page, and below the table. */
const printed = { widths: [], quality: 0.82, maxWidth: 1240, maxBytes: 0, background: '#ffffff' }
const printedBelow = { ...printed, maxWidth: 720 }

const company = record<Company>('site/site')
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  for (const [id, sheet] of Object.entries(sheets)) {
    const product = record<Product>(`product/${id}`)
    const pictureAt = async (address: string, format: typeof printed): Promise<string> => {
      const { main } = await encodePicture(page, readFileSync(seed + address), format)
      return dataUrl(main, 'image/jpeg')
    }
    const { is, name } = sheet.figure
    const figure =
      is === 'drawing'
        ? beside(name)
        : `<img class="${is}" src="${await pictureAt(pictureOf(product, name), printedBelow)}" alt="">`
    await page.setContent(documentOf(product, await pictureAt(product.coverUrl, printed), sheet, figure), {
      waitUntil: 'load',
    })
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true })
    const path = `media/document/${sheet.name}.pdf`
    writeFileSync(seed + path, undated(pdf))
    console.log(`${path} ${Math.round(pdf.length / 1024)} KB`)
  }
} finally {
  await browser.close()
}

/** One of the pictures of its story, whose name goes on with the hash of the file. */
function pictureOf({ coverName, story }: Product, name: string): string {
  const found = story.map(({ image }) => image).find((address) => address.startsWith(`/media/product/${name}.`))
  if (found === undefined) throw new Error(`${coverName} has no picture ${name}`)
  return found
}

/** Without the time of printing: the same records give the same bytes. */
function undated(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replace(/D:\d{14}/g, 'D:20260101000000'), 'latin1')
}

function documentOf(product: Product, picture: string, sheet: Sheet, figure: string): string {
  const name = escapeHtml(product.coverName)
  const models = product.models.map(({ model, note }) => (note ? `${model}，${note}` : model))
  const rows = [...models.map((value) => ({ term: '型号', value })), ...product.specs]
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${name} 产品资料</title><style>${beside('sheet.css')}</style>
${page(
  1,
  `
  <figure><img src="${picture}" alt=""></figure>
  <h1>${name}</h1>
  <p class="lead">${escapeHtml(product.coverDescribe)}</p>
  <dl class="figures">${sheet.figures.map(({ value, unit, label }) => `<div><dd>${value}<small>${unit}</small></dd><dt>${label}</dt></div>`).join('')}</dl>
  <ul class="points">${pointsOf(product.productCon)}</ul>`,
)}
${page(
  2,
  `
  <h2>技术参数</h2>
  <table>${rows.map(({ term, value }) => `<tr><th scope="row">${escapeHtml(term)}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>
  <h2>${sheet.figure.title}</h2>
  <div class="drawing">${figure}</div>
  <section class="contact">
    <p><strong>${escapeHtml(company.companyName)}</strong>${escapeHtml(company.address)}</p>
    <p><strong>${escapeHtml(company.hotline)}</strong>${escapeHtml(company.mailbox)}</p>
  </section>
  <p class="note">${sheet.note} 产品持续改进，参数以合同附件为准。</p>`,
)}</html>`

  function page(number: number, content: string): string {
    return `<main><header><img src="${dataUrl(readFileSync(`${seed}media/mark.f8895442.svg`), 'image/svg+xml')}" alt=""><strong>${escapeHtml(company.siteName)}</strong>
      <span>${escapeHtml(company.slogan)}</span></header>${content}
      <footer><span>${name} · 产品资料</span><span>${number} / 2</span></footer></main>`
  }
}

/** The items of the first list, which are clean rich text, without links. */
function pointsOf(body: string): string {
  const [, items = ''] = /<ul>(.*?)<\/ul>/s.exec(body) ?? []
  return items.replace(/<\/?a\b[^>]*>/g, '').replace(/<\/strong>：/g, '</strong>')
}
