import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Fields } from '../../../contract/calls/fields.ts'
import { code, loginPassword, messages, username } from '../../../contract/calls/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { logoWidth } from '../../../contract/media/logoWidth.ts'
import { keysInDatabase, rememberedIn } from '../session/credentials.ts'
import { FormDialog, useSmallForm } from '../form/smallForm.tsx'
import { hasUndrafted, hasUnsaved } from '../form/unfinished.ts'
import { resetLayout } from './layoutState.ts'
import { loadOffice } from './loadOffice.ts'
import { leaveForLogin, loadUser, renew, shownItem, signIn, user } from '../session/session.ts'
import { AdminIcon, Button, LinkButton } from '../ui/buttons.tsx'
import { CodeField, RevealField, TextField } from '../ui/fields.tsx'
import { ignoreComposingEnter } from '../../ui/composing.ts'
import { confirm } from '../ui/confirm.tsx'
import { clearToasts } from '../ui/Toast.tsx'

const rules = { username, password: loginPassword }
const empty = { username: '', password: '', code: '' }
// Pages without https have neither IndexedDB nor Web Crypto.
const remembered = rememberedIn(
  localStorage,
  globalThis.indexedDB && keysInDatabase(indexedDB),
  globalThis.crypto?.subtle,
)

export function LoginScreen() {
  const { form, back, remember, changeRemember } = useLogin()
  const { asked, field } = form
  const [agreement, setAgreement] = useState({ agreed: false, notAgreed: false })

  useEffect(() => {
    document.title = '官网后台管理系统'
    // What comes after signing in; Admin reports a failure.
    loadOffice().catch(() => {})
  }, [])

  const onSubmit = (event: FormEvent): void => {
    const { agreed } = agreement
    setAgreement({ agreed, notAgreed: !agreed })
    form.attributes.onSubmit(event, agreed)
  }

  const item = shownItem()
  return (
    <div className="login">
      <Blueprint />
      <main className="login-side center">
        <form
          {...form.attributes}
          className="login-form"
          onSubmit={onSubmit}
          onKeyDown={ignoreComposingEnter}
          aria-labelledby="login-title"
        >
          <img src={item.logo} alt="" width={logoWidth(item.logo ?? '', 48)} height={48} />
          <h1 id="login-title">{item.name}</h1>
          <p className="login-lead muted">请使用管理员分配的账号登录</p>
          <div hidden={asked}>
            <TextField label="登录账号" autoComplete="username" {...field('username')} />
            <RevealField label="登录密码" autoComplete="current-password" {...field('password')} />
            <label className="tick row">
              <input
                type="checkbox"
                name="remember"
                checked={remember}
                onChange={(event) => changeRemember(event.target.checked)}
              />
              记住密码
            </label>
            <Agreement {...agreement} onChange={(agreed) => setAgreement({ agreed, notAgreed: false })} />
          </div>
          {asked && <CodeField recovery {...field('code')} />}
          <SignInRefused message={form.message} />
          <Button kind="primary" className="login-button" type="submit" disabled={form.locked}>
            立即登录
          </Button>
          {asked && (
            <p>
              <LinkButton onClick={() => back('username')}>返回，换一个账号</LinkButton>
            </p>
          )}
        </form>
        <a className="login-home muted" href="/">
          返回官网
        </a>
      </main>
    </div>
  )
}

/** The form, and whether this browser remembers what is typed into it. */
function useLogin() {
  const form = useSignInForm({ rules, initial: empty, send, onRefused })
  const { remember, changeRemember } = useRemembered(form)

  const back = (to: 'username' | 'password'): void => {
    form.set('code', '')
    // Only a visible field can be focused.
    flushSync(() => form.setAsked(false))
    form.focus(to)
  }
  async function send({ username: typed, password, code }: typeof empty): Promise<void> {
    const name = typed.trim()
    await signIn(name, password, remember, code)
    if (remember) await remembered.save({ user: name, pwd: password })
    clearToasts()
    // Admin shows the requested screen once the user is known.
    await loadUser()
  }
  function onRefused(_message: string, cause: unknown): void {
    // Somebody has changed the password meanwhile.
    if (form.asked && cause instanceof CallError && cause.code === 401) back('password')
    else form.focus('password')
  }
  return { form, back, remember, changeRemember }
}

/** Fills in the login that this browser remembers, and focuses what is to be typed. */
function useRemembered({ focus, setValues }: Pick<SignInForm<typeof empty>, 'focus' | 'setValues'>) {
  const [remember, setRemember] = useState(false)
  useEffect(() => {
    void remembered.read().then((known) => {
      // On a touch screen, the keyboard would cover the rest of the form.
      if (matchMedia('(hover: hover)').matches && document.activeElement === document.body)
        focus(known?.user ? 'password' : 'username')
      if (!known) return
      // Keep what has been typed meanwhile.
      setValues((before) =>
        before.username || before.password ? before : { ...before, username: known.user, password: known.pwd },
      )
      setRemember(true)
    })
  }, [])
  return {
    remember,
    changeRemember(checked: boolean): void {
      setRemember(checked)
      if (!checked) void remembered.clear()
    },
  }
}

interface AgreementProps {
  agreed: boolean
  /** The form was sent without it. */
  notAgreed: boolean
  onChange(checked: boolean): void
}

function Agreement({ agreed, notAgreed, onChange }: AgreementProps) {
  return (
    <>
      <div className="tick row">
        <input
          type="checkbox"
          id="agreed"
          name="agreed"
          checked={agreed}
          aria-describedby="agreement-note"
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          <label htmlFor="agreed">我已阅读并同意</label>
          <a href="/agreement" target="_blank" rel="noopener">
            《用户协议》
          </a>
        </span>
      </div>
      <p className="login-warning" id="agreement-note" role="alert">
        {notAgreed && messages.agreementNeeded}
      </p>
    </>
  )
}

/** The drawing beside the login form: a page of a site, on a computer and on a phone, with its dimensions. Decorative. */
const Blueprint = () => (
  <div className="blueprint clipped" aria-hidden="true">
    <svg viewBox="20 40 680 560" preserveAspectRatio="xMidYMax meet">
      <g strokeOpacity={0.5}>
        <path d="M60 60v24M560 60v24M60 72h500M660 300v280M648 300h24M648 580h24" />
        <path strokeDasharray="6 5" d="M300 152h236v96H300zM300 152l236 96M536 152l-236 96" />
        <path strokeDasharray="6 5" d="M84 300h128v72H84zM236 300h128v72H236zM460 300h-72v72h72M484 352h128v72H484z" />
      </g>
      <g strokeWidth={1.75}>
        <path d="M460 500H60V100h500v192M60 128h500M76 114h.1M92 114h.1M108 114h.1" />
        <path d="M84 168h160M84 192h120M84 392h128M84 412h88M236 392h128M236 412h88M84 456h352" />
        <path d="M460 300h176v280H460zM460 328h176M460 552h176M536 314h24M484 444h128M484 464h88M484 500h56v24h-56z" />
      </g>
      <path className="live" d="M84 216h88v32H84zM100 232h48M140 224l8 8-8 8" />
    </svg>
    <div className="blueprint-text">
      <p>官网内容，一处管理</p>
      <span>产品 · 新闻 · 轮播图 · 代理加盟 · 网站设置</span>
    </div>
  </div>
)

interface SignInFormProps<V> {
  rules: Fields
  initial: V
  send(values: V): Promise<void>
  onRefused(message: string, cause: unknown): void
}

type SignInForm<V extends Record<string, string>> = ReturnType<typeof useSignInForm<V>>

/** The form of a login, which asks for a code once the password is right. */
function useSignInForm<V extends Record<string, string>>({ rules, send, ...others }: SignInFormProps<V>) {
  const [asked, setAsked] = useState(false)
  const form = useSmallForm({
    ...others,
    rules: asked ? { ...rules, code } : rules,
    failure: '登录失败，请重试',
    async send(values) {
      try {
        await send(values)
      } catch (cause) {
        if (asked || !asksForCode(cause)) throw cause
        setAsked(true)
      }
    },
  })
  return { ...form, asked, setAsked }
}

const asksForCode = (cause: unknown): boolean =>
  cause instanceof CallError && (cause.data as { secondFactor?: boolean } | null)?.secondFactor === true

const SignInRefused = ({ message }: { message: string }) =>
  message !== '' && (
    <p className="login-refused row" role="alert">
      <AdminIcon name="warning" />
      <span>{message}</span>
    </p>
  )

const renewal = { rules: { password: loginPassword }, initial: { password: '', code: '' } }

/** The login has ended while someone was working: everything stays open, and the failed call is repeated after signing in. */
export function SignInAgain() {
  const name = user.peek()?.name ?? ''
  const form = useSignInForm({ ...renewal, send: ({ password, code }) => renew(name, password, code), onRefused })
  const { field, asked, message } = form

  function onRefused(): void {
    form.focus('password')
  }
  const leave = async (): Promise<void> => {
    const question = hasUndrafted()
      ? '离开后，尚未保存的内容将会丢失，确定离开吗？'
      : '尚未保存的内容会留在这台设备上，下次登录后打开同一条内容即可恢复。确定离开吗？'
    if (hasUnsaved() && !(await confirm(question, { ok: '返回登录页', cancel: '继续登录' }))) return
    leaveForLogin()
    resetLayout()
  }
  return (
    <FormDialog
      title="登录已失效，请重新登录"
      width="28rem"
      ok="登录"
      cancel="返回登录页"
      form={form}
      onClose={() => void leave()}
    >
      <p className="form-lead muted">您填写的内容都还在。重新登录后，刚才的操作会自动继续。</p>
      <TextField label="登录账号" name="username" autoComplete="username" value={name} disabled onChange={() => {}} />
      <RevealField label="登录密码" autoComplete="current-password" {...field('password')} />
      {asked && <CodeField recovery {...field('code')} />}
      <SignInRefused message={message} />
    </FormDialog>
  )
}
