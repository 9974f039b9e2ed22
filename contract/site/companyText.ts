import { escapeHtml } from '../text/escapeHtml.ts'
import { invitesToVisit } from './sitePages.ts'
import { hasOwn } from '../text/standIns.ts'

/**
 * Replaces the names in braces of a text that staff have written, as in `{网站名称}的产品`. Words behind a name, as in `{加盟：或加盟申请}`, stand
 * there while it has a value.
 */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}：]{1,20})(?:：([^{}]*))?\}/g, (placeholder, name: string, words?: string) => {
    if (!hasOwn(values, name)) return placeholder
    const value = values[name] ?? ''
    return value && (words ?? value)
  })

type Open = Parameters<typeof invitesToVisit>[0] & { inquiry: { retentionMonths: number } }

/** What follows from the settings in texts about personal data. */
export const wordsOfSite = (site: Open): Readonly<Record<'加盟' | '参观' | '保存期限', string>> => {
  const months = site.inquiry.retentionMonths
  return {
    加盟: site.pagesOn.agent ? '加盟' : '',
    参观: invitesToVisit(site) ? '参观' : '',
    保存期限: months > 0 ? `从最后一次联系起保存${months}个月，到期彻底删除` : '保存到处理完毕、不再需要联系为止',
  }
}

interface Company extends Open {
  companyName: string
  hotline: string
  mailbox: string
}

/** Fills the company's name and addresses into rich text, the addresses as links. */
export const fillHtml = (html: string, site: Company): string =>
  fillText(html, {
    ...wordsOfSite(site),
    公司全称: escapeHtml(site.companyName),
    服务热线: link('tel', site.hotline),
    公司邮箱: link('mailto', site.mailbox),
  })

const link = (scheme: string, text: string): string => `<a href="${scheme}:${escapeHtml(text)}">${escapeHtml(text)}</a>`
