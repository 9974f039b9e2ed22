import { useState } from 'react'
import {
  channelForm,
  type ChannelKind,
  channelKinds,
  type ChannelRow,
  messageKeyword,
} from '../../../contract/channels.ts'
import type { Fields } from '../../../contract/fields.ts'
import { messages } from '../../../contract/rules.ts'
import { api } from '../api.ts'
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
  const asked = channelFields[kind]
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
      ...(kind !== 'webhook' && { weekly: weekly && !operator, operator }),
      ...(port !== undefined && { port: Number(port) }),
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
      {message !== '' && <FormFailed message={message} />}
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
      {kind !== 'webhook' && (
        <Toggle
          label="运维：只收网站的告警和恢复，不收客户的消息"
          on={operator}
          disabled={sending}
          onChange={setOperator}
        />
      )}
      {kind !== 'webhook' && !operator && (
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
      {(Object.keys(channelKinds) as ChannelKind[]).map((each) => (
        <label key={each} className={each === kind ? 'boxed row chosen-kind' : 'boxed row'}>
          <input type="radio" name="kind" value={each} checked={each === kind} onChange={() => onChange(each)} />
          {channelKinds[each]}
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

interface ChannelField {
  name: Exclude<keyof typeof channelForm, 'kind' | 'label' | 'on' | 'weekly' | 'operator'>
  label: string
  hint: string
  example?: string
  /** A channel can be made without it. */
  optional?: true
  /** The server keeps it and does not send it back. */
  secret?: 'shown while typed' | 'hidden while typed'
}

const address = (hint: string, example: string, label = 'Webhook地址'): ChannelField => ({
  name: 'address',
  label,
  hint,
  example,
  secret: 'shown while typed',
})
const secret = (label: string, hint: string): ChannelField => ({
  name: 'secret',
  label,
  hint,
  secret: 'hidden while typed',
  optional: true,
})
const orKeyword = `用“自定义关键词”的，关键词填“${messageKeyword}”，这里留空。`

/** What the form of each kind asks for. */
const channelFields: Readonly<Record<ChannelKind, readonly ChannelField[]>> = {
  wecom: [
    address(
      '在企业微信群里点右上角“…” › 消息推送（以前叫“群机器人”） › 添加 › 新建，再复制它的Webhook地址，完整地粘贴到这里。',
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    ),
  ],
  dingtalk: [
    address(
      '在钉钉群里点右上角“群设置” › 机器人 › 添加机器人 › 自定义，完成后复制Webhook，完整地粘贴到这里。',
      'https://oapi.dingtalk.com/robot/send?access_token=…',
    ),
    secret('加签密钥', `添加机器人时，在“安全设置”里勾选“加签”，再把SEC开头的密钥粘贴到这里。${orKeyword}`),
  ],
  feishu: [
    address(
      '在飞书群里点右上角“…” › 设置 › 群机器人 › 添加机器人 › 自定义机器人，再复制Webhook地址，完整地粘贴到这里。',
      'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    ),
    secret('签名密钥', `在机器人的“安全设置”里勾选“签名校验”，再把密钥粘贴到这里。${orKeyword}`),
  ],
  webhook: [
    address('公司的CRM等系统接收通知的地址，由技术人员提供。', 'https://crm.example.com/zhuzhan', '接收地址'),
    secret('签名密钥', '没有就留空：保存时会生成一个，只显示一次。'),
  ],
  mail: [
    { name: 'user', label: '发件邮箱', hint: '完整的邮箱地址，通知由它发出。', example: 'notice@example.com' },
    {
      name: 'password',
      label: '授权码',
      secret: 'hidden while typed',
      hint: '不是登录密码。在邮箱网页版的“设置”里开启SMTP服务，按提示生成授权码（企业邮箱叫“客户端专用密码”）。',
    },
    {
      name: 'host',
      label: 'SMTP服务器',
      example: 'smtp.qq.com',
      hint: 'QQ邮箱smtp.qq.com，163邮箱smtp.163.com，腾讯企业邮箱smtp.exmail.qq.com，其他邮箱可在它的帮助里查到。',
    },
    { name: 'port', label: '端口', hint: '一般是465。', example: '465' },
    { name: 'to', label: '收件人', hint: '多个邮箱用逗号分开。', example: 'sales@example.com' },
  ],
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
