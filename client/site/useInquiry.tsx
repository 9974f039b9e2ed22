import { type ReactNode, useEffectEvent, useState } from 'react'
import type { Page } from './page.ts'

type Dialog = typeof import('./parts/InquiryDialog.tsx').default
type AskedByLink = Parameters<Dialog>[0]['asked']

/**
 * Opens the inquiry form over the page, for a link to its page. Most visitors never do, so its code is fetched then. False where the
 * browser has no dialogs (Firefox before 98, Safari before 15.4): there, and when the code cannot be fetched, the link leads to the page.
 */
export function useInquiry(shown: Page, openPage: (href: string) => void): { open(link: HTMLAnchorElement): boolean; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ Dialog: Dialog; asked: AskedByLink }>()

  const open = useEffectEvent((link: HTMLAnchorElement): boolean => {
    const isLink = link.pathname === '/zixun' && shown.route.path !== '/zixun' && shown.frame.inquiry.form
    if (!isLink || !('HTMLDialogElement' in window)) return false
    const asked = { search: link.search, product: link.dataset.product, number: Date.now() }
    link.setAttribute('aria-busy', 'true')
    import('./parts/InquiryDialog.tsx')
      .then(({ default: Dialog }) => setOpened({ Dialog, asked }), () => openPage(link.href))
      .finally(() => link.removeAttribute('aria-busy'))
    return true
  })
  return { open, dialog: opened && <opened.Dialog asked={opened.asked} frame={shown.frame} /> }
}
