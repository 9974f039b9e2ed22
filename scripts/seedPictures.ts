import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pictureFacts, pictureSuffix } from '../contract/pictureName.ts'
import { launchChromium } from './chromium.ts'
import { encodePicture, type Encoded, type Recipe } from './encodePicture.ts'

/**
 * `node --import tsx scripts/seedPictures.ts [folder]` makes the pictures of the starter content out of originals, with their WebP
 * variants, names them after their content and rewrites what refers to them. The folder holds originals as `<part>/<name>.png` or
 * `.jpg`; without one, what lies in data/seed/media is the original of itself: put a new `<part>/<name>.png` there and run it.
 * A picture that is there already is left alone, so running it twice changes nothing.
 */
const seed = fileURLToPath(new URL('../data/seed/', import.meta.url))
const media = join(seed, 'media')
const [originals = media] = process.argv.slice(2)

/** Changing any of it renames every picture, as it must: browsers keep what has a name for a year. */
const recipe: Recipe & { version: number } = { version: 1, widths: [240, 480, 960, 1440, 1920], quality: 0.8, widest: 1920, heaviest: 300_000, ground: '#f6f8fb' }

const addresses = new Map<string, string>()
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  for (const path of picturesIn(originals)) {
    const folder = relative(originals, dirname(path)).split(sep).join('/')
    // A plain one is newer than its namesake with facts, which it replaces.
    const name = plainName(path)
    if (name !== undefined) addresses.set(`/media/${folder}/${name}`, await made(folder, name, path))
  }

  async function made(folder: string, name: string, path: string): Promise<string> {
    const present = presentAs(folder, name, readFileSync(path))
    if (present !== undefined) return present
    const picture = await encodePicture(page, readFileSync(path), recipe)
    const stem = `${name}.${hashOf(picture.main)}`
    mkdirSync(join(media, folder), { recursive: true })
    const main = `${stem}.${pictureSuffix({ ...picture, widths: picture.variants.map(({ width }) => width) })}.${picture.type}`
    removeOld(folder, name)
    writeAll(folder, stem, main, picture)
    console.log(`${folder}/${main} ${kilobytes(picture.main)}; ${picture.variants.map(({ width, bytes }) => `${width} wide ${kilobytes(bytes)}`).join(', ')}`)
    return `/media/${folder}/${main}`
  }
} finally {
  await browser.close()
}
rewriteReferences()

/** Of a part each; what lies beside the parts (icons, the QR code) is asked for by its plain name. */
function picturesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/\\]+[/\\].+\.(?:jpg|png)$/.test(path))
    .sort()
    .map((path) => join(folder, path))
}

/** Without the facts that a made picture bears; undefined when a plain namesake is to replace it. */
function plainName(path: string): string | undefined {
  const file = path.slice(dirname(path).length + 1)
  const [name = ''] = file.split('.')
  const isPlain = file === name + extname(file)
  return isPlain || !['.png', '.jpg'].some((type) => existsSync(join(dirname(path), name + type))) ? name : undefined
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(JSON.stringify(recipe)).update(bytes).digest('hex').slice(0, 8)
}

/** The address, when these bytes are the main picture already and all its variants are there. */
function presentAs(folder: string, name: string, bytes: Uint8Array): string | undefined {
  if (!existsSync(join(media, folder))) return undefined
  const main = readdirSync(join(media, folder)).find((file) => file.startsWith(`${name}.${hashOf(bytes)}.`) && /\.(?:jpg|png)$/.test(file))
  const address = `/media/${folder}/${main}`
  const variants = pictureFacts(address)?.variants
  return variants?.every(({ src }) => existsSync(join(seed, src))) ? address : undefined
}

function removeOld(folder: string, name: string): void {
  for (const file of readdirSync(join(media, folder))) {
    if (file.startsWith(`${name}.`) && /\.(?:jpg|png|webp)$/.test(file)) rmSync(join(media, folder, file))
  }
}

/** The main picture last: where it is, its variants are. */
function writeAll(folder: string, stem: string, main: string, { main: bytes, variants }: Encoded): void {
  for (const variant of variants) writeFileSync(join(media, folder, `${stem}.${variant.width}w.webp`), variant.bytes)
  writeFileSync(join(media, folder, 'unfinished'), bytes)
  renameSync(join(media, folder, 'unfinished'), join(media, folder, main))
}

function kilobytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1024).toFixed(1)} KB`
}

function rewriteReferences(): void {
  for (const path of readdirSync(seed, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.json'))) {
    const text = readFileSync(join(seed, path), 'utf8')
    const rewritten = text.replace(/(\/media\/[\w-]+\/[\w-]+)\.[\w.]*?(?:jpg|png)(?![\w.])/g, (address, stem) => addresses.get(stem) ?? address)
    if (rewritten !== text) writeFileSync(join(seed, path), rewritten)
  }
}
