import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '../../../contract/calls/calls.ts'
import { type Fields, untouched } from '../../../contract/calls/fields.ts'
import { code } from '../../../contract/calls/rules.ts'
import { download } from '../../lib/download.ts'
import { api } from '../session/api.ts'
import { useSmallForm } from '../form/smallForm.tsx'
import { loadUser, may, user } from '../session/session.ts'
import { Button } from '../ui/buttons.tsx'
import { CodeField, RevealField, Toggle } from '../ui/fields.tsx'
import { copyText } from '../../ui/copyText.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

type Doing =
  | { is: 'begin' | 'renew' | 'off' }
  | { is: 'setUp'; begun: OutputOf<'secondFactorBegin'> }
  | { is: 'codes'; codes: readonly string[] }

/** 二次验证: a code of the phone beside the password. */
export function SecondFactor() {
  useSignals()
  const [locked, run] = useRepeatGuard()
  const { doing, setDoing, begin, confirmed, end } = useDoing()
  if (!user.value) return null
  const { on, required, recoveryCodes } = user.value.secondFactor
  const stop = (): void => setDoing(undefined)
  const done = (): void => {
    stop()
    // What may be done has changed.
    if (required) void loadUser().catch(() => {})
  }
  const require = async (all: boolean): Promise<void> => {
    await api('secondFactorRequire', { on: all })
    await loadUser()
  }
  return (
    <section className="card account-part stack" aria-labelledby="account-second-factor">
      <h2 id="account-second-factor">二次验证</h2>
      <p className="muted">登录时除了密码，还要输入手机上的验证码：密码泄露了，别人也登录不了。</p>
      {required && !on && (
        <p className="bad" role="alert">
          管理员要求所有账号开启二次验证。开启以后才能使用后台的其他功能。
        </p>
      )}
      {doing === undefined && (
        <div className="row wraps">
          {on ? (
            <>
              <p className="fill">{`已开启，还有${recoveryCodes}个恢复码可用。`}</p>
              <Button onClick={() => setDoing({ is: 'renew' })}>重新生成恢复码</Button>
              <Button onClick={() => setDoing({ is: 'off' })}>关闭</Button>
            </>
          ) : (
            <Button kind="primary" onClick={() => setDoing({ is: 'begin' })}>
              开启
            </Button>
          )}
        </div>
      )}
      {doing?.is === 'setUp' && <Secret {...doing.begun} />}
      {(doing?.is === 'setUp' || doing?.is === 'renew') && (
        <OneField
          rules={{ code }}
          initial={{ code: '' }}
          button={doing.is === 'setUp' ? '开启' : '重新生成'}
          send={confirmed}
          onCancel={stop}
        >
          {(field) => <CodeField {...field('code')} />}
        </OneField>
      )}
      {(doing?.is === 'begin' || doing?.is === 'off') && (
        <PasswordForm
          label="登录密码"
          onCancel={stop}
          {...(doing.is === 'off' ? { button: '关闭二次验证', send: end } : { button: '下一步', send: begin })}
        />
      )}
      {doing?.is === 'codes' && <RecoveryCodes codes={doing.codes} onDone={done} />}
      {may('account:update') && (on || required) && (
        <Toggle
          label="要求所有账号开启二次验证"
          on={required}
          disabled={locked}
          onChange={(all) => run(() => require(all))}
        />
      )}
    </section>
  )
}

/** How far somebody is with switching it on or off, and what sends each step. */
function useDoing() {
  const [doing, setDoing] = useState<Doing>()
  return {
    doing,
    setDoing,
    begin: async (values: { password: string }): Promise<void> =>
      setDoing({ is: 'setUp', begun: await api('secondFactorBegin', values) }),
    async confirmed(values: { code: string }): Promise<void> {
      const { recoveryCodes: codes } = await api('secondFactorConfirm', values)
      setDoing({ is: 'codes', codes })
      // Without a call that could fail and take the codes away.
      if (user.value) {
        user.value = {
          ...user.value,
          secondFactor: { ...user.value.secondFactor, on: true, recoveryCodes: codes.length },
        }
      }
    },
    async end(values: { password: string }): Promise<void> {
      await api('secondFactorOff', values)
      setDoing(undefined)
      await loadUser()
    },
  }
}

const copy = async (text: string): Promise<void> => {
  if (await copyText(text)) toast('已复制')
  else toast('无法自动复制，请手动选中', 'bad')
}

function Secret({ secret, uri }: OutputOf<'secondFactorBegin'>) {
  return (
    <>
      <p>
        用手机上的验证器扫描二维码，例如微信小程序“腾讯身份验证器”、Microsoft Authenticator，再输入它显示的6位数字。
      </p>
      <p className="qr">
        <QrCode text={uri} label="二次验证的二维码" />
      </p>
      <ShownOnce words="扫不了的，在验证器里手动输入密钥：" secret={secret} copyLabel="复制密钥" />
    </>
  )
}

interface OneFieldProps<V extends Record<string, string>> {
  rules: Fields
  initial: V
  button: string
  send(values: V): Promise<void>
  onCancel(): void
  children(field: ReturnType<typeof useSmallForm<V>>['field']): ReactNode
}

interface PasswordFormProps extends Pick<OneFieldProps<{ password: string }>, 'button' | 'send' | 'onCancel'> {
  label: string
}

/** Asks for the password of whoever is signed in. */
export const PasswordForm = ({ label, ...form }: PasswordFormProps) => (
  <OneField rules={{ password: untouched('请输入密码') }} initial={{ password: '' }} {...form}>
    {(field) => <RevealField label={label} autoComplete="current-password" {...field('password')} />}
  </OneField>
)

function OneField<V extends Record<string, string>>({
  rules,
  initial,
  button,
  send,
  onCancel,
  children,
}: OneFieldProps<V>) {
  const form = useSmallForm({
    rules,
    initial,
    send,
    failure: '操作失败，请重试',
    onRefused: (message) => toast(message, 'bad'),
  })
  return (
    <form className="account-form" {...form.attributes}>
      <input type="text" name="username" autoComplete="username" value={user.peek()?.name ?? ''} readOnly hidden />
      {children(form.field)}
      <div className="row">
        <Button kind="primary" type="submit" disabled={form.locked}>
          {button}
        </Button>
        <Button disabled={form.sending} onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join('\n')
  return (
    <>
      <p role="status">
        二次验证已开启。请保存下面10个恢复码（以前的作废）：手机丢了或换了，用它们代替验证码登录，每个只能用一次。
        <b className="strong">它们只显示这一次。</b>
      </p>
      <ul className="account-codes digits" aria-label="恢复码">
        {codes.map((each) => (
          <li key={each}>
            <code>{each}</code>
          </li>
        ))}
      </ul>
      <div className="row wraps">
        <Button onClick={() => download(`${text}\n`, '恢复码.txt', 'text/plain')}>下载</Button>
        <Button onClick={() => void copy(text)}>复制</Button>
        <Button kind="primary" onClick={onDone}>
          我已保存好
        </Button>
      </div>
    </>
  )
}
