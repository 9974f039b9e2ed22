import type { ReactNode } from 'react'
import { settingsFieldPath } from '../../../contract/calls/adminPaths.ts'
import { type PlatformDetail, platformForm, type PlatformName, platforms } from '../../../contract/calls/platforms.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { api } from '../session/api.ts'
import { Button, LinkButton, Link } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { RevealField, TextField } from '../ui/fields.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { ChannelNote, ServiceCard, ServiceSection, TestButton, useTests } from './ServiceCard.tsx'

interface Words {
  title: string
  lead: string
  /** When it is asked again after a failure. */
  again: string
  /** Where its account is found. */
  steps(host: string): ReactNode
}

const words: Readonly<Record<PlatformName, Words>> = {
  push: {
    title: '搜索引擎推送',
    lead: '产品、新闻、案例和页面发布、修改以后，每小时一次把网址告诉百度，让它尽快来看；是否收录由百度决定。启用以前的内容不会自动推送。',
    again: '待推送的网址每小时再试',
    steps: () => (
      <p className="muted small">
        在<Outside to="https://ziyuan.baidu.com/">百度搜索资源平台</Outside>
        验证网站以后，打开“普通收录 › 资源提交 › API提交”：接口调用地址里，site=后面是站点，token=后面是推送密钥。
      </p>
    ),
  },
  wechat: {
    title: '微信分享',
    lead: '在微信里打开的网页，转发给好友、发到朋友圈时，显示这一页的标题、说明和图片。需要公司自己的、已认证的公众号；网页会在微信里从微信的服务器加载一个脚本，请在隐私说明里写明。',
    again: '每10分钟再试',
    steps: (host) => (
      <ol className="muted small">
        <li>
          在<Outside to="https://mp.weixin.qq.com/">微信公众平台</Outside>
          “设置与开发 › 公众号设置 › 功能设置 › JS接口安全域名”里填{host || '网站的域名'}
          。平台给的MP_verify_….txt，照原样添加在
          <Link className="inline-link" href={settingsFieldPath('search', 'rootFiles')}>
            验证文件
          </Link>
          里。
        </li>
        <li>在“设置与开发 › 基本配置”里复制AppID和AppSecret，粘贴到这里，保存。</li>
        <li>在同一页的“IP白名单”里添加服务器的IP：不知道的话，点“检查”，结果里有。</li>
      </ol>
    ),
  },
}

const Outside = ({ to, children }: { to: string; children: string }) => (
  <a className="inline-link" href={to} target="_blank" rel="noreferrer">
    {children}
  </a>
)

/** An account at a platform: whether it works, its switch, its check and its form. */
export function PlatformGroup({ kind }: { kind: PlatformName }) {
  const { title, lead } = words[kind]
  const { label, account } = platforms[kind]
  const loaded = useLoaded((signal) => api('platformDetail', { kind }, signal), [])
  const { data: detail, refresh } = loaded
  const { tests, test } = useTests((kind: PlatformName) => api('platformTest', { kind }), refresh)
  const checked = tests.get(kind)
  const check = (): void => void test(kind)
  const change = async (action: () => Promise<string>): Promise<void> => {
    await attempt(async () => toast(await action()))
    await refresh()
  }
  const switchTo = async (on: boolean): Promise<string> => {
    await api('platformSave', { kind, on })
    return `已${on ? '启用' : '停用'}“${label}”`
  }
  const isKnown = detail?.hint !== undefined
  const { answer } = detail ?? {}
  const isShown = typeof checked === 'object' && checked.message === answer?.words
  return (
    <ServiceSection title={title} path={kind} lead={lead} loaded={loaded}>
      {detail?.problem !== undefined && !detail.on && <ChannelNote words={`还不能使用：${detail.problem}。`} />}
      {detail && (
        <ul className="stack">
          <ServiceCard
            label={label}
            facts={[detail[account.name], detail.waiting > 0 && `${detail.waiting}个网址待推送`]}
            on={detail.on}
            test={checked}
            problem={problemOf(kind, detail)}
            onSwitch={isKnown ? (on) => void change(() => switchTo(on)) : undefined}
            more={
              <>
                {answer && !answer.failed && !isShown && (
                  <p className="muted small">{`上次回应 ${answer.at.slice(0, 16)}：${answer.words}`}</p>
                )}
                <AccountForm
                  kind={kind}
                  detail={detail}
                  onSaved={async () => {
                    await refresh()
                    check()
                  }}
                />
              </>
            }
          >
            {isKnown && <TestButton label={label} verb="检查" test={checked} onTest={check} />}
          </ServiceCard>
        </ul>
      )}
      {detail && kind === 'push' && (
        <p className="row wraps">
          <LinkButton onClick={() => void refresh()}>刷新</LinkButton>
          <LinkButton onClick={() => void pushAll(change)}>推送全部页面</LinkButton>
        </p>
      )}
    </ServiceSection>
  )
}

function problemOf(kind: PlatformName, { problem, answer }: PlatformDetail) {
  if (problem !== undefined) return { state: '还不能使用', words: `${problem}。` }
  if (!answer) return { state: '还没有检查', words: '点“检查”，看看对方接不接受。' }
  if (!answer.failed) return undefined
  const time = answer.at.slice(0, 16)
  return {
    state: '上次失败',
    words: `${time} 没有成功：${answer.words}。${words[kind].again}；改好以后，点“检查”马上就知道。`,
  }
}

async function pushAll(change: (action: () => Promise<string>) => Promise<void>): Promise<void> {
  const question =
    '把所有产品、新闻、案例和页面的网址都推送一遍。百度每天有额度，超出的部分在以后几天推送，先改的先推送。确定吗？'
  if (await confirm(question, { ok: '推送全部' }))
    await change(async () => `${(await api('pushAll', {})).count}个网址一小时内开始推送`)
}

interface AccountFormProps {
  kind: PlatformName
  detail: PlatformDetail
  onSaved(): Promise<void>
}

/** The account, and its secret, which is never sent back. */
function AccountForm({ kind, detail: { on, hint, site, appId = '', host }, onSaved }: AccountFormProps) {
  const { label, account, secret } = platforms[kind]
  const form = useSmallForm({
    rules: { [account.name]: platformForm[account.name], [secret.name]: platformForm[secret.name] },
    initial: { site: site || location.origin, token: '', appId, secret: '' },
    send,
    failure: '保存失败，请重试',
  })
  const { message, sending, values } = form
  async function send(): Promise<void> {
    const isNew = hint === undefined
    const { [account.name]: name, [secret.name]: key } = values
    // The first save switches it on.
    await api('platformSave', { kind, on: on || isNew, [account.name]: name, [secret.name]: key })
    toast(isNew ? `已保存，并启用“${label}”` : '保存成功！')
    form.set(secret.name, '')
    await onSaved()
  }
  return (
    <form className="push-form" aria-label={label} {...form.attributes}>
      <FormFailed message={message} />
      {words[kind].steps(host)}
      <div className="row wraps">
        <TextField
          {...form.field(account.name)}
          label={account.label}
          readOnly={sending}
          placeholder={account.example}
        />
        <RevealField
          {...form.field(secret.name)}
          label={secret.label}
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
