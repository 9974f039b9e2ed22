import { hasOwn } from '../text/standIns.ts'
import { accentError, accentTokens, bandTokens } from './accent.ts'
import type { Site } from '../kinds/entities.ts'

type Look = Site['look']

export const lookPath = '/look.css'
/** The style sheets have the same. */
const shippedLook: Look = { accent: '#ff6a13', corners: 'soft' }
/** Of what a look's sheet says. Browsers keep a sheet for a year, so that another one needs another address. */
const edition = 3
const radii: Readonly<Record<Look['corners'], readonly [small: string, large: string]>> = {
  soft: ['4px', '10px'],
  square: ['0', '0'],
  round: ['8px', '20px'],
}

/**
 * The address of the sheet that gives the company's look; undefined for the shipped one. It contains the whole look, so that it never
 * changes, and a preview has its own. The dark bands of the site follow the colour; those of the office do not.
 */
export function lookAddress(look: Look, of: 'site' | 'office'): string | undefined {
  const { accent } = look
  // Another version's are kept in the record and not known here.
  const corners = hasOwn(radii, look.corners) ? look.corners : shippedLook.corners
  if (accent === shippedLook.accent && corners === shippedLook.corners) return undefined
  const bands = of === 'site' && accent !== shippedLook.accent ? '&bands=own' : ''
  return `${lookPath}?accent=${accent.slice(1)}&corners=${corners}${bands}&edition=${edition}`
}

/** The style sheet at such an address, by its query; undefined where it names no look. */
export function lookSheet(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const accent = `#${query.get('accent')}`
  const radius = Object.entries(radii).find(([name]) => name === query.get('corners'))?.[1]
  if (accentError(accent) !== undefined || !radius) return undefined
  const tokens = accentTokens(accent)
  const [small, large] = radius
  const tinted = query.get('bands') === 'own' ? bandTokens(accent) : { both: {}, dark: {} }
  return (
    rootRule({ ...tokens.both, '--r1': small, '--r2': large }) +
    // Not for print, where the bands are white.
    `@media screen{${rootRule({ ...tokens.bands, ...tinted.both })}}` +
    `@media screen and (prefers-color-scheme:dark){${rootRule({ ...tokens.dark, ...tinted.dark })}}`
  )
}

const rootRule = (tokens: Readonly<Record<string, string>>): string =>
  `:root{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`
