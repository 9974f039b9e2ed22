import type { Page } from 'playwright-core'

export interface Drawing {
  width: number
  height: number
  type?: string
  quality?: number
  /** Coloured specks: the more, the more bytes. */
  specks?: number
  /** The background; without one the picture is transparent. */
  ground?: string | undefined
  /** Covers the upper left quarter, so that one sees which way up it is. */
  corner?: string
  /** Pixels of the lower right corner that are transparent. */
  notch?: number
}

/** A picture drawn in the page, as a camera or a person would have made it. */
export async function drawn(page: Page, drawing: Drawing): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ width, height, type = 'image/jpeg', quality = 0.9, specks = 0, ground, corner, notch = 0 }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      if (ground) context.fillStyle = ground
      if (ground) context.fillRect(0, 0, width, height)
      if (corner) context.fillStyle = corner
      if (corner) context.fillRect(0, 0, width / 2, height / 2)
      for (let n = 1, seed = 1; n <= specks; n++) {
        seed = (seed * 48_271) % 0x7fffffff
        context.fillStyle = `rgb(${seed % 256} ${(seed >> 8) % 256} ${(seed >> 16) % 256})`
        context.fillRect((((seed * 31) % 10_007) / 10_007) * width, (((seed * 17) % 10_009) / 10_009) * height, 12, 12)
      }
      context.clearRect(width - notch, height - notch, notch, notch)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
      const address = await new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        if (blob) reader.readAsDataURL(blob)
      })
      return address.slice(address.indexOf(',') + 1)
    },
    drawing,
  )
  return Buffer.from(base64, 'base64')
}
