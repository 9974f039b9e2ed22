import { useState } from 'react'
import {
  type ChannelField,
  channelForm,
  channelGets,
  type ChannelKind,
  channelKindNames,
  channelKindOf,
  type ChannelRow,
} from '../../../contract/calls/channels.ts'
import type { Fields } from '../../../contract/calls/fields.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { api } from '../session/api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { FormDialog, useSmallForm } from '../form/smallForm.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Field, RevealField, TextField, Toggle } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'
import type { MadeChannel } from './ServiceCard.tsx'

interface Props {
  /** A kind stands for a new channel of it. */
  edited: ChannelRow | ChannelKind
  onSaved(made: MadeChannel | undefined): void
  onClose(): void
}

export function ChannelDialog({ edited, onSaved, onClose }: Props) {
  const channel = typeof edited === 'string' ? undefined : edited
  const [kind, setKind] = useState(typeof edited === 'string' ? edited : edited.kind)
  const asked = channelKindOf(kind).fields
  const [initial] = useState(() => initialValues(channel))
  const form = useSmallForm({ rules: rulesOf(asked), initial, check, send, failure: '保存失败，请重试' })
  const { values, field, message, sending } = form
  const [weekly, setWeekly] = useState(channel?.weekly ?? false)
  const [operator, setOperator] = useState(channel?.operator ?? false)

  const close = async (): Promise<void> => {
    const typed =
      Object.values(values).join('\n') !== Object.values(initial).join('\n') ||
      weekly !== (channel?.weekly ?? false) ||
      operator !== (channel?.operator ?? false)
    if (!typed || (await confirm('填写的内容还没有保存，确定关闭吗？', { ok: '放弃', cancel: '继续填写' }))) onClose()
  }
  function check(typed: Values): Partial<Values> {
    const missing = asked.filter(
      ({ name, optional, secret }) => typed[name].trim() === '' && !optional && !(channel && secret),
    )
    return Object.fromEntries(missing.map(({ name, label }) => [name, `请填写${label}`]))
  }
  async function send(typed: Values): Promise<void> {
    const { port, ...others }: Partial<Values> = Object.fromEntries(asked.map(({ name }) => [name, typed[name]]))
    const reply = await api('channelSave', {
      ...(channel && { channelId: channel.channelId }),
      kind,
      label: typed.label,
      ...others,
      ...(channelGets(kind, 'week') && { weekly: weekly && !operator }),
      ...(channelGets(kind, 'alarms') && { operator }),
      ...(port && { port: Number(port) }),
    })
    if (channel) toast(messages.modified)
    onClose()
    onSaved(channel ? undefined : { ...reply, label: typed.label })
  }
  const choose = (chosen: ChannelKind): void => {
    setKind(chosen)
    form.setError('address', undefined)
    form.setError('secret', undefined)
  }
  return (
    <FormDialog
      title={channel ? `编辑：${channel.label}` : '添加渠道'}
      width="36rem"
      ok="保存"
      form={form}
      onClose={() => void close()}
    >
      <FormFailed message={message} />
      {!channel && <KindChoice kind={kind} onChange={choose} />}
      <TextField label="名称" hint="给同事看的，例如“销售群”。" readOnly={sending} {...field('label')} />
      {asked.map((each) => (
        <Input
          key={`${kind} ${each.name}`}
          {...each}
          stored={channel !== undefined}
          {...field(each.name)}
          readOnly={sending}
        />
      ))}
      {channelGets(kind, 'alarms') && (
        <Toggle
          label="运维：只收网站的告警和恢复，不收客户的消息"
          on={operator}
          disabled={sending}
          onChange={setOperator}
        />
      )}
      {channelGets(kind, 'week') && !operator && (
        <Toggle
          label="每周一9点发上周小结（几条咨询，几条还没有人联系）"
          on={weekly}
          disabled={sending}
          onChange={setWeekly}
        />
      )}
      <datalist id="mail-servers">
        {mailServers.map((host) => (
          <option key={host} value={host} />
        ))}
      </datalist>
    </FormDialog>
  )
}

type Values = ReturnType<typeof initialValues>
const initialValues = ({ label = '', host = '', port = 465, user = '', to = '' }: Partial<ChannelRow> = {}) => ({
  label,
  address: '',
  secret: '',
  password: '',
  host,
  port: `${port}`,
  user,
  to,
})
const rulesOf = (asked: readonly ChannelField[]): Fields =>
  Object.fromEntries((['label', ...asked.map(({ name }) => name)] as const).map((name) => [name, channelForm[name]]))

const KindChoice = ({ kind, onChange }: { kind: ChannelKind; onChange(kind: ChannelKind): void }) => (
  <Field id="channel-kind" label="通知方式" group>
    <div className="channel-kinds tiles">
      {channelKindNames.map((each) => (
        <label key={each} className={each === kind ? 'boxed row chosen-kind' : 'boxed row'}>
          <input type="radio" name="kind" value={each} checked={each === kind} onChange={() => onChange(each)} />
          {channelKindOf(each).label}
        </label>
      ))}
    </div>
  </Field>
)

type InputProps = ChannelField & {
  stored: boolean
  value: string
  onChange(value: string): void
  error: string | undefined
  readOnly: boolean
}

function Input({ secret, optional: _, example, stored, ...props }: InputProps) {
  const placeholder = secret && stored ? '已保存，不修改请留空' : example
  if (secret === 'hidden while typed')
    return <RevealField {...props} autoComplete="new-password" placeholder={placeholder} />
  return (
    <TextField
      {...props}
      {...(placeholder !== undefined && { placeholder })}
      {...(props.name === 'host' && { list: 'mail-servers' })}
      {...(props.name === 'address' && { inputMode: 'url' })}
    />
  )
}

/** Suggested while a mail server is typed. */
const mailServers = [
  'smtp.qq.com',
  'smtp.163.com',
  'smtp.126.com',
  'smtp.exmail.qq.com',
  'smtp.qiye.aliyun.com',
  'smtp.qiye.163.com',
]
