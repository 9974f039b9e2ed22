import { searchEngineForm, type SearchEngineRow } from '../../../contract/push.ts'
import { api } from '../api.ts'
import { FormFailed } from '../form/FormFailed.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { Button } from '../ui/buttons.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'

/** What Baidu needs. The first save switches it on. */
export function BaiduForm({ row: { site = '', hint, on }, onSaved }: { row: SearchEngineRow; onSaved(): Promise<void> }) {
  const form = useSmallForm({
    rules: { site: searchEngineForm.site, token: searchEngineForm.token }, initial: { site: site || location.origin, token: '' },
    send, failure: '保存失败，请重试',
  })
  const { message, sending } = form
  async function send(values: { site: string; token: string }): Promise<void> {
    const isNew = hint === undefined
    await api('pushSave', { engine: 'baidu', on: on || isNew, ...values })
    form.setValues({ ...values, token: '' })
    toast(isNew ? '已保存，并启用“百度”' : '保存成功！')
    await onSaved()
  }
  return (
    <form className="push-form" aria-label="百度" {...form.attributes}>
      {message !== '' && <FormFailed message={message} />}
      <p className="muted small">
        在<a className="inline-link" href="https://ziyuan.baidu.com/" target="_blank" rel="noreferrer">百度搜索资源平台</a>
        验证网站以后，打开“普通收录 › 资源提交 › API提交”：接口调用地址里，site=后面是站点，token=后面是推送密钥。
      </p>
      <div className="row wraps">
        <TextField label="站点" {...form.field('site')} inputMode="url" readOnly={sending} placeholder="https://www.example.com" />
        <RevealField
          label="推送密钥" {...form.field('token')} readOnly={sending} autoComplete="new-password"
          placeholder={hint === undefined ? undefined : `已保存（…${hint}），不修改请留空`}
        />
      </div>
      <Button type="submit" disabled={form.locked}>保存</Button>
    </form>
  )
}
