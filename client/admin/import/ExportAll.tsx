import { bytes as sizeOf } from '../../../contract/text/bytes.ts'
import { calls } from '../../../contract/calls/calls.ts'
import { downloadFrom } from '../../lib/download.ts'
import { api } from '../session/api.ts'
import { Button } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** 导出全部. The size is requested first: its error can be shown, while the browser would save that of a download as a file. */
export function ExportAll() {
  const [locked, run] = useRepeatGuard()
  const save = async (): Promise<void> => {
    const { pages, files, bytes } = await api('siteExportSize', {})
    downloadFrom(calls.siteExport.path)
    toast(`正在下载 ${pages} 页、${files} 个文件，共 ${sizeOf(bytes)}`)
  }
  return (
    <div className="boxed stack">
      <h3>搬走</h3>
      <p className="small muted">
        访客看得到的产品、新闻、案例和页面：各一张表格，每页正文一个网页文件（.html），和它们的图片、资料、旧地址，放在一个.zip里。草稿、客户线索、账号、网站设置不在里面。
      </p>
      <p className="row">
        <Button icon="download" disabled={locked} onClick={() => run(save, '导出失败，请稍后重试')}>
          导出全部
        </Button>
      </p>
    </div>
  )
}
