import { hasOwn } from './standIns.ts'

/** Replaces the names in braces of a text that staff have written, as in `{网站名称}的产品`. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]{1,20})\}/g, (placeholder, name: string) =>
    hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )

interface Company {
  companyName: string
  hotline: string
  mailbox: string
}

/** Fills the company's name and addresses into rich text, the addresses as links. */
export const fillHtml = (html: string, { companyName, hotline, mailbox }: Company): string =>
  fillText(html, {
    公司全称: escapeHtml(companyName),
    服务热线: link('tel', hotline),
    公司邮箱: link('mailto', mailbox),
  })

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
const link = (scheme: string, text: string): string => `<a href="${scheme}:${escapeHtml(text)}">${escapeHtml(text)}</a>`
