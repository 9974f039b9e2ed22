import { type WeChatDetail, weChatForm } from '../../../contract/weChat.ts'
import { settingsFieldPath } from '../../../contract/adminPaths.ts'
import { api } from '../api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { Button } from '../ui/buttons.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'
import { Link } from '../ui/Link.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { ChannelNote, ServiceCard, type TestState, useTests } from './ServiceCard.tsx'

/** 微信分享: the official account that signs what visitors send in WeChat. */
export function WeChatGroup() {
  const { data: detail, why, refresh } = useLoaded((signal) => api('weChatDetail', {}, signal), [])
  const { tests, test } = useTests((_account: 'wechat') => api('weChatTest', {}), refresh)
  const check = (): Promise<void> => test('wechat')
  const switchTo = async (on: boolean): Promise<void> => {
    await attempt(async () => {
      await api('weChatSave', { on })
      toast(`已${on ? '启用' : '停用'}“微信分享”`)
    })
    await refresh()
  }
  return (
    <section
      className="settings-form stack loose"
      aria-label="微信分享"
      tabIndex={-1}
      aria-busy={!detail && why === ''}
      data-path="wechat"
    >
      <h3>微信分享</h3>
      <p className="muted">
        在微信里打开的网页，转发给好友、发到朋友圈时，显示这一页的标题、说明和图片。需要公司自己的、已认证的公众号；网页会在微信里从微信的服务器加载一个脚本，请在隐私说明里写明。
      </p>
      {why !== '' && <FormFailed message={why} autoFocus={false} onRetry={refresh} />}
      {detail?.problem !== undefined && !detail.on && <ChannelNote words={`还不能使用：${detail.problem}。`} />}
      {detail && (
        <ul className="stack">
          <Account detail={detail} test={tests.get('wechat')} onCheck={check} onSwitch={switchTo} onSaved={refresh} />
        </ul>
      )}
    </section>
  )
}

interface AccountProps {
  detail: WeChatDetail
  test: TestState | undefined
  onCheck(): Promise<void>
  onSwitch(on: boolean): Promise<void>
  onSaved(): Promise<void>
}

function Account({ detail, test, onCheck, onSwitch, onSaved }: AccountProps) {
  const { on, appId } = detail
  const isKnown = appId !== undefined
  const checking = test === 'running'
  return (
    <ServiceCard
      label="公众号"
      facts={[appId]}
      {...{ on, test }}
      problem={problemOf(detail)}
      onSwitch={isKnown ? (to) => void onSwitch(to) : undefined}
      more={<AccountForm detail={detail} onCheck={onCheck} onSaved={onSaved} />}
    >
      {isKnown && (
        <Button icon={checking && 'refresh'} busy={checking} onClick={() => checking || void onCheck()}>
          {checking ? '正在检查…' : '检查'}
        </Button>
      )}
    </ServiceCard>
  )
}

function problemOf({ problem, answer }: WeChatDetail): { state: string; words: string } | undefined {
  if (problem !== undefined) return { state: '还不能使用', words: `${problem}。` }
  if (!answer) return { state: '还没有检查', words: '点“检查”，看看微信接不接受。' }
  if (!answer.failed) return undefined
  const words = `${answer.at.slice(0, 16)} 没有成功：${answer.words}。每10分钟再试；改好以后，点“检查”马上就知道。`
  return { state: '上次失败', words }
}

/** The first save switches it on. */
function AccountForm({ detail, onCheck, onSaved }: Pick<AccountProps, 'detail' | 'onCheck' | 'onSaved'>) {
  const { host, appId = '', hint, on } = detail
  const form = useSmallForm({
    rules: { appId: weChatForm.appId, secret: weChatForm.secret },
    initial: { appId, secret: '' },
    send,
    failure: '保存失败，请重试',
  })
  const { message, sending } = form
  async function send(values: { appId: string; secret: string }): Promise<void> {
    await api('weChatSave', { on: on || hint === undefined, ...values })
    form.setValues({ ...values, secret: '' })
    toast('保存成功！')
    await onSaved()
    void onCheck()
  }
  return (
    <form className="push-form" aria-label="公众号" {...form.attributes}>
      {message !== '' && <FormFailed message={message} />}
      <ol className="muted small">
        <li>
          在
          <a className="inline-link" href="https://mp.weixin.qq.com/" target="_blank" rel="noreferrer">
            微信公众平台
          </a>
          “设置与开发 › 公众号设置 › 功能设置 › JS接口安全域名”里填{host}。平台给的MP_verify_….txt，照原样添加在
          <Link className="inline-link" href={settingsFieldPath('search', 'rootFiles')}>
            验证文件
          </Link>
          里。
        </li>
        <li>在“设置与开发 › 基本配置”里复制AppID和AppSecret，粘贴到这里，保存。</li>
        <li>在同一页的“IP白名单”里添加服务器的IP：不知道的话，点“检查”，结果里有。</li>
      </ol>
      <div className="row wraps">
        <TextField label="AppID" {...form.field('appId')} readOnly={sending} placeholder="wx…" />
        <RevealField
          label="AppSecret"
          {...form.field('secret')}
          readOnly={sending}
          autoComplete="new-password"
          placeholder={hint === undefined ? undefined : `已保存（…${hint}），不修改请留空`}
        />
      </div>
      <Button type="submit" disabled={form.locked}>
        保存
      </Button>
    </form>
  )
}
