interface Item {
  id: number
  title?: string
  type?: string
  status?: string
  link?: string
  name?: string
  date?: string
  excerpt?: string
  html?: string
  /** Further elements. */
  more?: string
}

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An item of an export file, as WordPress writes it. */
export const item = ({
  id,
  title = '',
  type = 'post',
  status = 'publish',
  link = '',
  name = '',
  date = '2020-01-02 03:04:05',
  excerpt = '',
  html = '<p>正文</p>',
  more = '',
}: Item): string =>
  `<item><title>${title}</title><link>${link}</link><content:encoded>${cdata(html)}</content:encoded><excerpt:encoded>${cdata(excerpt)}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>${cdata(date)}</wp:post_date><wp:post_name>${cdata(name)}</wp:post_name><wp:status>${cdata(status)}</wp:status><wp:post_type>${cdata(type)}</wp:post_type>${more}</item>`

export const wxr = (...items: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" ?><!-- a WordPress eXtended RSS file --><rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>老网站</title><link>https://old.example.com</link><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`
