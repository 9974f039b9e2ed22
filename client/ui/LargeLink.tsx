import type { ReactNode } from 'react'

interface Props {
  image: string
  name: string
  children: ReactNode
}

/** A picture that opens in full size: over the page, and without a script by itself. */
export const LargeLink = ({ image, name, children }: Props) => (
  <a className="large-link" href={image} data-large={name} aria-label={`查看大图：${name}`} draggable={false}>
    {children}
  </a>
)
