import { type FormEvent, useState } from 'react'
import { searchEngineForm, type SearchEngineRow } from '../../../contract/push.ts'
import { api } from '../api.ts'
import { FormFailed } from '../forms/FormFailed.tsx'
import { useFields } from '../forms/useFields.ts'
import { Button } from '../ui/buttons.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** What Baidu needs. The first save switches it on. */
export function BaiduForm({ row: { site = '', hint, on }, onSaved }: { row: SearchEngineRow; onSaved(): Promise<void> }) {
  const form = useFields({ site: searchEngineForm.site, token: searchEngineForm.token }, { site: site || location.origin, token: '' })
  const [failure, setFailure] = useState('')
  const [locked, run, saving] = useRepeatGuard()
  const save = async (): Promise<void> => {
    setFailure('')
    const isNew = hint === undefined
    try {
      await api('pushSave', { engine: 'baidu', on: on || isNew, ...form.values })
      form.setValues({ ...form.values, token: '' })
      toast(isNew ? '已保存，并启用“百度”' : '保存成功！')
      await onSaved()
    } catch (cause) {
      setFailure(form.refusal(cause, '保存失败，请重试') ?? '')
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (form.validate()) run(save)
  }
  return (
    <form className="push-form" ref={form.form} noValidate aria-label="百度" onSubmit={onSubmit}>
      {failure !== '' && <FormFailed message={failure} />}
      <p className="muted small">
        在<a className="inline-link" href="https://ziyuan.baidu.com/" target="_blank" rel="noreferrer">百度搜索资源平台</a>
        验证网站以后，打开“普通收录 › 资源提交 › API提交”：接口调用地址里，site=后面是站点，token=后面是推送密钥。
      </p>
      <div className="row wraps">
        <TextField label="站点" {...form.field('site')} inputMode="url" readOnly={saving} placeholder="https://www.example.com" />
        <RevealField
          label="推送密钥" {...form.field('token')} readOnly={saving} autoComplete="new-password"
          placeholder={hint === undefined ? undefined : `已保存（…${hint}），不修改请留空`}
        />
      </div>
      <Button type="submit" disabled={locked}>保存</Button>
    </form>
  )
}
