import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { loginPassword, messages, username } from '../../contract/rules.ts'
import { CallError } from '../lib/callError.ts'
import { logoWidth } from '../lib/logoWidth.ts'
import { keysInDatabase, rememberedIn } from './credentials.ts'
import { ignoreComposingEnter } from './ui/composing.ts'
import { SignInRefused, useSignInForm } from './form/signInForm.tsx'
import { loadOffice } from './office.ts'
import { Blueprint } from './Blueprint.tsx'
import { loadUser, shownItem, signIn } from './session.ts'
import { Button, LinkButton } from './ui/buttons.tsx'
import { CodeField } from './ui/CodeField.tsx'
import { RevealField, TextField } from './ui/fields.tsx'
import { clearToasts } from './ui/Toast.tsx'

const rules = { username, password: loginPassword }
const empty = { username: '', password: '', code: '' }
// Pages without https have neither IndexedDB nor Web Crypto.
const remembered = rememberedIn(localStorage, globalThis.indexedDB && keysInDatabase(indexedDB), globalThis.crypto?.subtle)

export function LoginScreen() {
  const form = useSignInForm({ rules, initial: empty, send, onRefused })
  const { asked, field } = form
  const [remember, setRemember] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [notAgreed, setNotAgreed] = useState(false)

  useEffect(() => {
    document.title = '官网后台管理系统'
    // What comes after signing in; Admin reports a failure.
    loadOffice().catch(() => {})
    void remembered.read().then((known) => {
      // On a touch screen, the keyboard would cover the rest of the form.
      if (matchMedia('(hover: hover)').matches && document.activeElement === document.body) {
        form.focus(known?.user ? 'password' : 'username')
      }
      if (!known) return
      // Keep what has been typed meanwhile.
      form.setValues((before) => (before.username || before.password ? before : { ...before, username: known.user, password: known.pwd }))
      setRemember(true)
    })
  }, [])

  const changeRemember = (checked: boolean): void => {
    setRemember(checked)
    if (!checked) void remembered.clear()
  }

  const changeAgreed = (checked: boolean): void => {
    setAgreed(checked)
    setNotAgreed(false)
  }

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
    if (asked && cause instanceof CallError && cause.code === 401) back('password')
    else form.focus('password')
  }
  const onSubmit = (event: FormEvent): void => {
    setNotAgreed(!agreed)
    form.attributes.onSubmit(event, agreed)
  }

  const item = shownItem()
  return (
    <div className="login">
      <Blueprint />
      <main className="login-side center">
        <form
          {...form.attributes} className="login-form" onSubmit={onSubmit} onKeyDown={ignoreComposingEnter} aria-labelledby="login-title"
        >
          <img src={item.logo} alt="" width={logoWidth(item.logo ?? '', 48)} height={48} />
          <h1 id="login-title">{item.name}</h1>
          <p className="login-lead muted">请使用管理员分配的账号登录</p>
          <div hidden={asked}>
            <TextField label="登录账号" autoComplete="username" {...field('username')} />
            <RevealField label="登录密码" autoComplete="current-password" {...field('password')} />
            <label className="tick row">
              <input type="checkbox" name="remember" checked={remember} onChange={(event) => changeRemember(event.target.checked)} />
              记住密码
            </label>
            <Agreement {...{ agreed, notAgreed }} onChange={changeAgreed} />
          </div>
          {asked && <CodeField recovery {...field('code')} />}
          <SignInRefused message={form.message} />
          <Button kind="primary" className="login-button" type="submit" disabled={form.locked}>立即登录</Button>
          {asked && <p><LinkButton onClick={() => back('username')}>返回，换一个账号</LinkButton></p>}
        </form>
        <a className="login-home muted" href="/">
          返回官网
        </a>
      </main>
    </div>
  )
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
          type="checkbox" id="agreed" name="agreed" checked={agreed} aria-describedby="agreement-note"
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
