import { useEffect, useState } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { keepPlace, parsePlace, storedPlace } from '../lists/storedPlaces.ts'
import { useFields } from '../forms/useFields.ts'
import { UploadDialog } from '../profile/UploadDialog.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { TextField } from '../ui/TextField.tsx'

interface Material {
  name: string
  createTime: string
}

const samples: readonly Material[] = [
  { name: '智慧工地产品手册.pdf', createTime: '2026-03-18 09:30:00' },
  { name: '建筑机器人施工方案（示例）.docx', createTime: '2026-03-12 14:05:00' },
  { name: '标准化产品报价单模板.xlsx', createTime: '2026-02-26 16:40:00' },
  { name: '代理商合作协议范本.docx', createTime: '2026-02-10 10:15:00' },
  { name: '公司资质证书扫描件.pdf', createTime: '2026-01-22 11:20:00' },
]

const columns: readonly Column<Material>[] = [
  { key: 'name', title: '名称', cell: ({ name }) => name },
  { key: 'createTime', title: '创建时间', width: '14rem', cell: ({ createTime }) => <span className="phone-number digits">{createTime}</span> },
]

const empty = { name: '' }

/** 资料管理: a sample of a future page. It saves nothing and makes no calls. */
export function ProfileScreen() {
  const [before] = useState(() => parsePlace(storedPlace(adminScreens.profile), empty)?.searched ?? empty)
  const fields = useFields({}, before)
  const [searched, setSearched] = useState(before.name)
  const [open, setOpen] = useState(false)

  const term = searched.trim().toLowerCase()
  const rows = samples.filter(({ name }) => name.toLowerCase().includes(term))
  const reset = (): void => {
    fields.setValues(empty)
    setSearched('')
  }
  useEffect(() => keepPlace(adminScreens.profile, () => ({ searched: { name: searched } })), [searched])

  return (
    <div className="list-screen stack">
      <p className="sample-note row">
        <AdminIcon name="info" />
        本页为示例，不保存数据
      </p>
      <SearchBar
        onQuery={() => setSearched(fields.values.name)}
        onReset={reset}
        extra={
          <button type="button" className="button primary" onClick={() => setOpen(true)}>
            <AdminIcon name="upload" />
            上传资料
          </button>
        }
      >
        <TextField inline label="资料名称" {...fields.field('name')} />
      </SearchBar>
      <DataTable
        label="资料"
        rows={rows}
        rowId={({ name }) => name}
        columns={columns}
        part={searched}
        state="ready"
        onRetry={reset}
        empty="没有资料"
        {...(term !== '' && { onReset: reset })}
      />
      <UploadDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
