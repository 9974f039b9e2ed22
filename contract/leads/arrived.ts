/** People say it on the telephone to name an application or inquiry. */
export const numberOf = (id: string): string => id.slice(-6).toUpperCase()

export interface Arrived {
  id: string
  phone: string
  items?: readonly unknown[] | undefined
  files?: readonly { name: string }[] | undefined
}

/** What has come of an inquiry and how it is answered, after `received`, for who has sent it; an address may lead others there, too. */
export function arrivedWords(answer: string, arrived?: Arrived): string {
  if (!arrived) return `，${answer}`
  const { id, phone, items = [], files = [] } = arrived
  const names = files.map(({ name }) => name).join('、')
  const counts = [items.length > 0 && `${items.length}项`, names && `${files.length}个文件（${names}）`]
  const hidden = phone.replace(/^([^@]{1,3})[^@]*(@.*|.{4})$/, '$1…$2')
  return [counts.filter(Boolean).join('、'), `编号${numberOf(id)}`, `联系方式${hidden}`, answer].join('，')
}
