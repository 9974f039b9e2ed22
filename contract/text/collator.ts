/** As a Chinese reader looks words up: by pinyin, 2 before 10. */
export const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })
