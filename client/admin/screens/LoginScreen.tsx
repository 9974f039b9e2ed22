import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { code, loginPassword, messages, username } from '../../../contract/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { logoWidth } from '../../lib/logoWidth.ts'
import { keysInDatabase, rememberedIn } from '../credentials.ts'
import { ignoreComposingEnter } from '../ui/composing.ts'
import { useFields } from '../forms/useFields.ts'
import { loadOffice } from '../office.ts'
import { Blueprint } from './Blueprint.tsx'
import { loadUser, shownItem, signIn } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { asksForCode, CodeField } from '../ui/CodeField.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'
import { clearToasts } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

const rules = { username, password: loginPassword }
// Pages without https have neither IndexedDB nor Web Crypto.
const remembered = rememberedIn(localStorage, globalThis.indexedDB && keysInDatabase(indexedDB), globalThis.crypto?.subtle)

export function LoginScreen() {
  // A code is asked for once the password is right.
  const [asked, setAsked] = useState(false)
  const fields = useFields(asked ? { ...rules, code } : rules, { username: '', password: '', code: '' })
  const { values, field } = fields
  const [remember, setRemember] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [notAgreed, setNotAgreed] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [locked, run] = useRepeatGuard()

  useEffect(() => {
    document.title = '官网后台管理系统'
    // What comes after signing in; Admin reports a failure.
    loadOffice().catch(() => {})
    void remembered.read().then((known) => {
      // On a touch screen, the keyboard would cover the rest of the form.
      if (matchMedia('(hover: hover)').matches && document.activeElement === document.body) {
        fields.focus(known?.user ? 'password' : 'username')
      }
      if (!known) return
      // Keep what has been typed meanwhile.
      fields.setValues((before) => (before.username || before.password ? before : { ...before, username: known.user, password: known.pwd }))
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
    fields.set('code', '')
    // Only a visible field can be focused.
    flushSync(() => setAsked(false))
    fields.focus(to)
  }

  const send = async (): Promise<void> => {
    setRefusal('')
    try {
      await signIn(values.username.trim(), values.password, remember, values.code)
      if (remember) await remembered.save({ user: values.username.trim(), pwd: values.password })
      clearToasts()
      // Admin shows the requested screen once the user is known.
      await loadUser()
    } catch (error) {
      if (asksForCode(error) && !asked) return setAsked(true)
      const message = fields.refusal(error, '登录失败，请重试')
      if (message === undefined) return
      setRefusal(message)
      // Somebody has changed the password meanwhile.
      if (asked && error instanceof CallError && error.code === 401) back('password')
      else fields.focus('password')
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setNotAgreed(!agreed)
    if (fields.validate() && agreed) run(send)
  }

  const item = shownItem()
  return (
    <div className="login">
      <Blueprint />
      <main className="login-side center">
        <form
          className="login-form" ref={fields.form} noValidate onSubmit={onSubmit} onKeyDown={ignoreComposingEnter}
          aria-labelledby="login-title"
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
          {refusal && (
            <p className="login-refused row" role="alert">
              <AdminIcon name="warning" />
              <span>{refusal}</span>
            </p>
          )}
          <Button kind="primary" className="login-button" type="submit" disabled={locked}>立即登录</Button>
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
