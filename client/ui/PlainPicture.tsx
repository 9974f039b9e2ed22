import { type ComponentProps, useContext } from 'react'
import { assetAddress } from '../../contract/media/assetAddress.ts'
import { AssetsContext } from './assets.ts'

/** A picture of one size, such as a logo, from where the pages have their pictures. */
export const PlainPicture = (attributes: ComponentProps<'img'> & { src: string; alt: string }) => (
  <img {...attributes} src={assetAddress(useContext(AssetsContext), attributes.src)} />
)
