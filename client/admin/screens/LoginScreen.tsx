import { type FormEvent, useEffect, useRef, useState } from 'react'
import { validateFields } from '../../../contract/fields.ts'
import { loginPassword, messages, username } from '../../../contract/rules.ts'
import { keysInDatabase, rememberedIn } from '../credentials.ts'
import { keepComposing } from '../forms/composing.ts'
import { Blueprint } from '../layout/Blueprint.tsx'
import { loadUser, signIn } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { focusFault } from '../ui/focusFault.ts'
import { RevealField } from '../ui/RevealField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { clearToasts } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

const rules = { username, password: loginPassword }
// Neither is there on an address without https.
const remembered = rememberedIn(localStorage, globalThis.indexedDB && keysInDatabase(indexedDB), globalThis.crypto?.subtle)

const focusAt = (form: HTMLFormElement | null, name: string): void => form?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()

export function LoginScreen() {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ username: '', password: '' })
  const [remember, setRemember] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<{ username?: string; password?: string }>({})
  const [unticked, setUnticked] = useState(false)
  const [refused, setRefused] = useState('')
  const [resting, run] = useRepeatGuard()

  useEffect(() => {
    document.title = '官网后台管理系统'
    void remembered.read().then((known) => {
      // By touch, the keyboard would cover what stands below before it was read.
      if (matchMedia('(hover: hover)').matches && document.activeElement === document.body) focusAt(form.current, known?.user ? 'password' : 'username')
      if (!known) return
      // Who has begun to type is not interrupted.
      setValues((now) => (now.username || now.password ? now : { username: known.user, password: known.pwd }))
      setRemember(true)
    })
  }, [])

  const change = (name: keyof typeof values) => (value: string) => {
    setValues({ ...values, [name]: value })
    setFaults(({ [name]: _, ...rest }) => rest)
  }
  const tickRemember = (ticked: boolean): void => {
    setRemember(ticked)
    if (!ticked) void remembered.forget()
  }

  const send = async (): Promise<void> => {
    setRefused('')
    try {
      await signIn(values.username.trim(), values.password, remember)
      if (remember) await remembered.save({ user: values.username.trim(), pwd: values.password })
      clearToasts()
      // The guard sees the user and leads on.
      await loadUser()
    } catch (error) {
      setRefused(error instanceof Error ? error.message : '登录失败，请重试')
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const found = validateFields(rules, values)
    setFaults(found)
    setUnticked(!agreed)
    if (Object.keys(found).length > 0) focusFault(form.current)
    else if (agreed) run(send)
  }

  return (
    <div className="login">
      <Blueprint />
      <main className="login-side">
        <form className="login-form" ref={form} noValidate onSubmit={onSubmit} onKeyDown={keepComposing} aria-labelledby="login-title">
          <picture>
            <source media="(prefers-color-scheme: dark)" srcSet="/media/mark-light.svg" />
            <img src="/media/mark.svg" alt="" width={48} height={48} />
          </picture>
          <h1 id="login-title">官网后台管理系统</h1>
          <p className="login-lead">请使用管理员分配的账号登录</p>
          <TextField
            label="登录账号" name="username" autoComplete="username" value={values.username} fault={faults.username}
            onChange={change('username')}
          />
          <RevealField
            label="登录密码" name="password" autoComplete="current-password" value={values.password} fault={faults.password}
            onChange={change('password')}
          />
          <label className="tick">
            <input type="checkbox" name="remember" checked={remember} onChange={(event) => tickRemember(event.target.checked)} />
            记住密码
          </label>
          <div className="tick">
            <input
              type="checkbox" id="agreed" name="agreed" checked={agreed} aria-describedby="unticked"
              onChange={(event) => {
                setAgreed(event.target.checked)
                setUnticked(false)
              }}
            />
            <span>
              <label htmlFor="agreed">我已阅读并同意</label>
              <a href="/agreement" target="_blank" rel="noopener">
                《用户协议》
              </a>
            </span>
          </div>
          <p className="login-warning" id="unticked" role="alert">
            {unticked && messages.agreementNeeded}
          </p>
          {refused && (
            <p className="login-refused" role="alert">
              <AdminIcon name="warning" />
              <span>{refused}</span>
            </p>
          )}
          <button type="submit" className="button primary login-button" disabled={resting}>
            立即登录
          </button>
        </form>
        <a className="login-home" href="/">
          返回官网
        </a>
      </main>
    </div>
  )
}
