import { recordPath } from '../../../contract/kinds.ts'
import type { AskedRow } from '../../../contract/quoteList.ts'
import { copyTable } from '../../ui/copyText.ts'
import { may } from '../session.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import { cellsOf } from './leadExport.ts'
import { quoteSheet } from './quoteSheet.ts'

/** The products that somebody wants an offer for. */
export function AskedItems({ items }: { items: readonly AskedRow[] }) {
  const copy = (): void => {
    const { text, html } = quoteSheet(items)
    if (copyTable(text, html)) toast('已复制，可以粘贴到Excel')
    else toast('浏览器没有允许复制', 'bad')
  }
  return (
    <section className="stack tight">
      <header className="split">
        <h3>{`询价单（${items.length}项）`}</h3>
        <LinkButton onClick={copy}>复制为报价表</LinkButton>
      </header>
      <div className="scroll sideways" role="region" aria-label="询价单" tabIndex={0}>
        <table className="lead-items">
          <thead>
            <tr>
              {['产品', '型号', '数量', '单位', '备注'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={index}>
                {cellsOf(item).map((cell, column) => (
                  <td key={column} className={typeof cell === 'number' ? 'digits' : undefined}>
                    {column === 0 && item.productName && may('record:edit') ? (
                      <a
                        className="inline-link"
                        href={recordPath('product', item.productId)}
                        target="_blank"
                        rel="noreferrer"
                      >
                        {cell}
                      </a>
                    ) : (
                      cell.toLocaleString('zh-CN')
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
