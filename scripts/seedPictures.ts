import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pictureFacts, pictureSuffix, sharedSize, starterCropStem } from '../contract/media/pictureName.ts'
import { launchChromium } from './chromium.ts'
import { cropShared, encodePicture, type Encoded, type Recipe } from './encodePicture.ts'

/**
 * `node --import tsx scripts/seedPictures.ts [folder]` makes the pictures of the starter content from originals, with their WebP
 * variants, names them after their content and updates the references to them. The folder contains originals as `<part>/<name>.png`
 * or `.jpg`. Without a folder the files in data/seed/media are the originals: put a new `<part>/<name>.png` there and run it.
 * The covers of records also get what shared links show of them, in data/seed/media/share.
 * An existing picture only gets missing widths, made from its widest variant, so running it twice changes nothing.
 */
const seed = fileURLToPath(new URL('../data/seed/', import.meta.url))
const media = join(seed, 'media')
const shared = join(media, 'share')
const [originals = media] = process.argv.slice(2)

const coverFields = { product: 'coverUrl', news: 'newCover', case: 'caseImage' }

const recipe: Recipe = {
  widths: [240, 480, 750, 960, 1440, 1920, 2560],
  quality: 0.8,
  maxWidth: 2560,
  maxBytes: 300_000,
  background: '#f6f8fb',
}

const addresses = new Map<string, string>()
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  for (const path of picturesIn(originals)) {
    const folder = relative(originals, dirname(path)).split(sep).join('/')
    // A file without facts in its name is newer than one of the same name with facts, and replaces it.
    const name = plainName(path)
    if (name !== undefined) addresses.set(`/media/${folder}/${name}`, await addressFor(folder, name, path))
  }
  rewriteReferences()
  await cropCovers()

  /** Makes what shared links show of the covers, and deletes what belongs to none any more. */
  async function cropCovers(): Promise<void> {
    const covers = coversIn(seed)
    const crops = new Set(covers.map(cropOf))
    mkdirSync(shared, { recursive: true })
    for (const name of readdirSync(shared, { recursive: true, encoding: 'utf8' })) {
      const address = `/media/share/${name.split(sep).join('/')}`
      if (name.endsWith('.jpg') && !crops.has(address)) rmSync(join(shared, name))
    }
    for (const cover of covers) {
      const path = join(seed, cropOf(cover))
      if (existsSync(path)) continue
      mkdirSync(dirname(path), { recursive: true })
      const bytes = await cropShared(page, readFileSync(join(seed, cover)))
      writeFileSync(path, bytes)
      console.log(`${cropOf(cover)} ${kilobytes(bytes)}`)
    }
  }

  async function addressFor(folder: string, name: string, path: string): Promise<string> {
    const present = presentAs(folder, name, readFileSync(path))
    if (present !== undefined) return await addMissingWidths(present)
    const picture = await encodePicture(page, readFileSync(path), recipe)
    const stem = `${name}.${hashOf(picture.main)}`
    mkdirSync(join(media, folder), { recursive: true })
    const main = `${stem}.${pictureSuffix({ ...picture, widths: picture.variants.map(({ width }) => width) })}.${picture.type}`
    removeOld(folder, name)
    writeAll(folder, stem, main, picture)
    console.log(
      `${folder}/${main} ${kilobytes(picture.main)}; ${picture.variants.map(({ width, bytes }) => `${width} wide ${kilobytes(bytes)}`).join(', ')}`,
    )
    return `/media/${folder}/${main}`
  }

  /** Made from the widest variant: the main picture may be a JPEG without the transparency. */
  async function addMissingWidths(address: string): Promise<string> {
    const facts = pictureFacts(address)
    const widest = facts?.variants.at(-1)
    if (!facts || !widest) return address
    const { variants } = await encodePicture(page, readFileSync(join(seed, widest.src)), recipe)
    const added = variants.filter(
      ({ width }) => width < widest.width && !facts.variants.some((each) => each.width === width),
    )
    if (added.length === 0) return address
    const stem = widest.src.slice(0, widest.src.lastIndexOf('.', widest.src.length - '.webp'.length - 1))
    for (const { width, bytes } of added) writeFileSync(join(seed, `${stem}.${width}w.webp`), bytes)
    const widths = [...facts.variants, ...added].map(({ width }) => width)
    const complete = `${stem}.${pictureSuffix({ ...facts, widths })}${extname(address)}`
    renameSync(join(seed, address), join(seed, complete))
    console.log(
      `${complete} has ${added.map(({ width, bytes }) => `${width} wide ${kilobytes(bytes)}`).join(', ')} now`,
    )
    return complete
  }
} finally {
  await browser.close()
}

/** The pictures in the folders of parts; files beside them (icons, the QR code) keep their names. */
function picturesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?!share[/\\])[^/\\]+[/\\].+\.(?:jpg|png)$/.test(path))
    .sort()
    .map((path) => join(folder, path))
}

/** The name without facts; undefined for a picture that a file with the plain name is to replace. */
function plainName(path: string): string | undefined {
  const file = path.slice(dirname(path).length + 1)
  const [name = ''] = file.split('.')
  const isPlain = file === name + extname(file)
  return isPlain || !['.png', '.jpg'].some((type) => existsSync(join(dirname(path), name + type))) ? name : undefined
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** The address, if these bytes are the main picture already and all its variants exist. */
function presentAs(folder: string, name: string, bytes: Uint8Array): string | undefined {
  if (!existsSync(join(media, folder))) return undefined
  const main = readdirSync(join(media, folder)).find(
    (file) => file.startsWith(`${name}.${hashOf(bytes)}.`) && /\.(?:jpg|png)$/.test(file),
  )
  const address = `/media/${folder}/${main}`
  const variants = pictureFacts(address)?.variants
  return variants?.every(({ src }) => existsSync(join(seed, src))) ? address : undefined
}

function removeOld(folder: string, name: string): void {
  for (const file of readdirSync(join(media, folder))) {
    if (file.startsWith(`${name}.`) && /\.(?:jpg|png|webp)$/.test(file)) rmSync(join(media, folder, file))
  }
}

/** Writes the main picture last: if it exists, so do its variants. */
function writeAll(folder: string, stem: string, main: string, { main: bytes, variants }: Encoded): void {
  for (const variant of variants) writeFileSync(join(media, folder, `${stem}.${variant.width}w.webp`), variant.bytes)
  writeFileSync(join(media, folder, 'unfinished'), bytes)
  renameSync(join(media, folder, 'unfinished'), join(media, folder, main))
}

function kilobytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1024).toFixed(1)} KB`
}

function rewriteReferences(): void {
  for (const path of readdirSync(seed, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.json'),
  )) {
    const text = readFileSync(join(seed, path), 'utf8')
    const rewritten = text.replace(
      /(\/media\/[\w-]+\/[\w-]+)\.[\w.]*?(?:jpg|png)(?![\w.])/g,
      (address, stem) => addresses.get(stem) ?? address,
    )
    if (rewritten !== text) writeFileSync(join(seed, path), rewritten)
  }
}

/** The covers of the starter's products, news and cases. */
function coversIn(folder: string): string[] {
  const covers = new Set<string>()
  for (const [kind, field] of Object.entries(coverFields)) {
    for (const name of readdirSync(join(folder, kind))) {
      const cover = JSON.parse(readFileSync(join(folder, kind, name), 'utf8'))[field]
      if (cover) covers.add(cover)
    }
  }
  return [...covers]
}

/** A new version of the picture gets another name, and so a new crop. */
function cropOf(cover: string): string {
  const [, hash = ''] = cover.split('.')
  return `${starterCropStem(cover)}.${hash}.${sharedSize.width}x${sharedSize.height}.jpg`
}
