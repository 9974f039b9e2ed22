import type { IncomingMessage, ServerResponse } from 'node:http'
import { accentError, accentTokens } from '../../contract/accent.ts'
import type { Site } from '../../contract/entities.ts'
import type { FlatHeaders } from '../http/headers.ts'
import { requestSearch } from '../http/requestPath.ts'
import { sendBytes } from '../http/send.ts'

type Look = Site['look']

const path = '/look.css'
/** As in the style sheets. */
const shippedLook: Look = { accent: '#ff6a13', corners: 'soft' }
const radii: Readonly<Record<Look['corners'], readonly [small: string, large: string]>> = { soft: ['4px', '10px'], square: ['0', '0'], round: ['8px', '20px'] }

/**
 * The address of the sheet that gives the company's look; undefined for the shipped one. It contains the whole look, so that it never
 * changes, and a preview has its own.
 */
export const lookAddress = ({ accent, corners }: Look): string | undefined =>
  accent === shippedLook.accent && corners === shippedLook.corners ? undefined : `${path}?accent=${accent.slice(1)}&corners=${corners}`

const declarations = (tokens: Readonly<Record<string, string>>): string => Object.entries(tokens).map(([name, value]) => `${name}:${value}`).join(';')

function sheetOf(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const accent = `#${query.get('accent')}`
  const radius = Object.entries(radii).find(([name]) => name === query.get('corners'))?.[1]
  if (accentError(accent) !== undefined || !radius) return undefined
  const { both, dark } = accentTokens(accent)
  const [small, large] = radius
  return `:root{${declarations({ ...both, '--r1': small, '--r2': large })}}@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}`
}

export function serveLook(security: FlatHeaders): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
  const headers = [...security, 'Content-Type', 'text/css; charset=utf-8', 'Cache-Control', 'public, max-age=31536000, immutable']
  return (req, res, requested) => {
    const sheet = requested === path ? sheetOf(requestSearch(req.url)) : undefined
    if (sheet === undefined) return false
    sendBytes(res, 200, headers, sheet)
    return true
  }
}
