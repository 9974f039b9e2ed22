/**
 * The one place that hands HTML to the page as it is. It may, because none gets here but what the server has cleaned when it was
 * saved: parsed, and rebuilt from the allow-list of contract/markup.ts alone, without scripts, styles, handlers or names.
 */
export function RichText({ html }: { html: string }) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: html }} />
}
