import type { ReactNode } from 'react'

/** No field is required, so a record may have no name. */
export const nameOr = (name: string): string => name || '未命名'

/** At most two lines; the whole on hover. */
export const clamped = (text: string, strong?: boolean): ReactNode =>
  text === '' ? <span className="none">—</span> : <span className={strong ? 'clamped strong' : 'clamped'} title={text}>{text}</span>
