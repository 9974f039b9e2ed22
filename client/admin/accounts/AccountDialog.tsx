import { type FormEvent, useId, useState } from 'react'
import { type Role, roleNames, roles } from '../../../contract/roles.ts'
import { accountName, role } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import { FormFailed } from '../forms/FormFailed.tsx'
import { useFields } from '../forms/useFields.ts'
import { Button } from '../ui/buttons.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ShownOnceDialog } from '../ui/ShownOnce.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

export interface MadePassword {
  name: string
  password: string
}

export const roleOptions = roles.map((each) => [each, roleNames[each]] as const)
const roleWords: Readonly<Record<string, string>> = {
  admin: '全部功能，包括账号。',
  editor: '产品、新闻等内容、素材和网站设置；备案、协议、通知、客户线索和账号除外。',
  service: '只有客户线索：查看、跟进、导出。',
} satisfies Record<Role, string>

const rules = { name: accountName, role }
const empty = { name: '', role: 'editor' }

interface Props {
  onMade(made: MadePassword): void
  onClose(): void
}

/** The form of a new account. */
export function AccountDialog({ onMade, onClose }: Props) {
  const id = useId()
  const form = useFields(rules, empty)
  const { values, field } = form
  const [failure, setFailure] = useState('')
  const [locked, run, saving] = useRepeatGuard()

  const save = async (): Promise<void> => {
    setFailure('')
    try {
      const name = accountName.parse(values.name)
      const { password } = await api('accountSave', { name, role: values.role as Role })
      onMade({ name, password })
    } catch (cause) {
      setFailure(form.refusal(cause, '添加失败，请重试') ?? '')
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (form.validate()) run(save)
  }
  return (
    <Modal
      open title="添加账号" width="30rem" busy={saving} onClose={onClose}
      footer={
        <>
          <Button disabled={saving} onClick={onClose}>取消</Button>
          <Button kind="primary" type="submit" form={id} disabled={locked}>添加</Button>
        </>
      }
    >
      <form id={id} ref={form.form} noValidate onSubmit={onSubmit}>
        {failure !== '' && <FormFailed message={failure} />}
        <TextField label="账号" hint="登录时填写，例如姓名。" autoComplete="off" readOnly={saving} {...field('name')} />
        <SelectField label="角色" options={roleOptions} hint={roleWords[values.role]} disabled={saving} {...field('role')} />
      </form>
    </Modal>
  )
}

/** The password that was made for somebody. */
export const PasswordMade = ({ name, password, onClose }: MadePassword & { onClose(): void }) => (
  <ShownOnceDialog
    title={`“${name}”的密码`} width="30rem" onClose={onClose}
    shown={{ words: '密码只显示这一次，请复制后告诉本人：', secret: password, copyLabel: '复制密码' }}
  >
    <p className="muted">登录以后，首页会提醒换成自己的密码。</p>
  </ShownOnceDialog>
)
