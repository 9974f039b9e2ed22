import { useSignals } from '@preact/signals-react/runtime'
import { Activity, type ReactNode, useId, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import type { Setup } from '../../../contract/kinds/entities.ts'
import type { FieldValues } from '../../../contract/kinds/merge.ts'
import { messages, newPassword } from '../../../contract/calls/rules.ts'
import type { SiteFields } from '../../../contract/site/siteFieldKinds.ts'
import { type Site, type SiteGroup, siteFields } from '../../../contract/site/siteFields.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { valueAt } from '../fields/settingsForm.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { startOperation } from '../acts/operations.ts'
import { loadUser, user } from '../session/session.ts'
import { Button } from '../ui/buttons.tsx'
import { RevealField } from '../ui/fields.tsx'
import { navigate } from '../ui/navigation.ts'
import { siteLink, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { askAboutClosing } from './askAboutClosing.ts'
import type { Examples } from './beginStep.ts'
import { GroupForm } from './GroupForm.tsx'
import { PreviewedForms } from './PreviewedForms.tsx'

const { siteName, slogan, companyName, hotline, phones, mailbox, address, icp, map } = siteFields
const { logo, look, favicon, pagesOn } = siteFields
const follows = (followed: string) => ({ drawnBy: followed })

const step = (id: string, title: string, fields: SiteFields): SiteGroup => ({ id, title, page: '/', fields })
const company = step('beginCompany', '公司', {
  ...{ siteName, slogan, companyName, hotline, mailbox, address, icp },
  phones: { ...phones, ...follows('hotline') },
  map: { ...map, page: '/gywm' },
})
const appearance = step('beginLook', '标志、颜色和页面', {
  ...{ logo, look },
  pagesOn: { ...pagesOn, help: '没有的关掉，菜单、链接和首页里马上不再有它。' },
  favicon: { ...favicon, ...follows('logo') },
})

const toStep = ({ id }: SiteGroup): void => navigate(`${adminScreens.begin}?step=${id}`)
const leave = (): void => navigate(adminScreens.dashboard)

/** 开始: what makes the starter's site a company's own, in forms of the settings, one after the other beside their preview. */
export function BeginScreen() {
  const { data, state, why, refresh } = useLoaded(async (signal) => {
    const [setup, site] = await Promise.all([api('siteSetup', {}, signal), api('siteDetail', {}, signal)])
    return { setup, site }
  }, [])
  if (data) return <Steps {...data} />
  return state === 'failed' ? (
    <FormFailed autoFocus message={why} onRetry={() => void refresh()} />
  ) : (
    <p role="status">正在加载…</p>
  )
}

function Steps({ setup, site }: { setup: Setup; site: Site }) {
  useSignals()
  const [examples] = useState(() => examplesIn(setup, site))
  // Nobody else's introduction is on a site that has visitors: of theirs nothing goes that nobody has asked for.
  const isNew = examples.has('intro')
  const hasStarter = Object.values(setup.starterRecords).some((ids) => ids.length > 0)
  const [clears, setClears] = useState(hasStarter && isNew)
  const requested = new URLSearchParams(useSearch()).get('step')
  const needsPassword = user.value?.byLink !== undefined
  const shown = !needsPassword && requested === appearance.id ? appearance : company

  const finish = async (): Promise<void> => {
    if (clears) {
      const cleared = await startOperation('clear', [], {}, { link: siteLink('/') }, true)
      if (cleared?.state !== 'done') return
    } else toast(messages.modified, 'good', siteLink('/'))
    void loadUser().catch(() => {})
    leave()
  }
  const form = (group: SiteGroup, last: boolean, children?: ReactNode) => (
    <Activity mode={group === shown ? 'visible' : 'hidden'}>
      <GroupForm
        {...{ group, children }}
        screen={adminScreens.begin}
        onSaved={() => {}}
        step={{
          ...{ examples, last },
          words: '填一项，预览里马上看到一项。空着的先用示例，以后在“网站设置”里都能改。',
          question: async (typed: FieldValues) => isNew || (await askAboutClosing(typed)),
          onDone: last ? () => void finish() : () => toStep(appearance),
          onSkip: last ? leave : () => toStep(appearance),
        }}
      />
    </Activity>
  )
  return (
    <PreviewedForms
      group={shown}
      has={(path) => path.split('.', 1)[0]! in shown.fields}
      addressOf={(id) => `${adminScreens.begin}?step=${id}`}
      cleared={clears}
    >
      {needsPassword ? (
        <PasswordStep />
      ) : (
        <>
          {form(company, false)}
          {form(appearance, true, hasStarter && <StarterChoice {...{ clears }} onClears={setClears} />)}
        </>
      )}
    </PreviewedForms>
  )
}

const examplesIn = ({ starterFields }: Setup, site: Site): Examples =>
  new Map(starterFields.map((path) => [path, valueAt(site, path.split('.'))]))

/** A password of one's own, in place of one that others know or that nobody knows. Without it nothing is saved. */
function PasswordStep() {
  useSignals()
  const id = useId()
  const name = user.value?.name ?? ''
  const { field, message, locked, sending, attributes } = useSmallForm({
    rules: { newPassword },
    initial: { newPassword: '' },
    failure: '没有保存，请稍后重试',
    async send(typed) {
      try {
        await api('passwordChoose', typed)
      } catch (cause) {
        // The server has it already, and its reply was lost, or the time for it is over: the user says which.
        if (!(cause instanceof CallError && cause.code === 403)) throw cause
      }
      await loadUser()
    },
  })
  return (
    <form id={id} className="settings-form stack loose" aria-label="自己的密码" aria-busy={sending} {...attributes}>
      <h2>自己的密码</h2>
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <RevealField
        label="新密码"
        autoComplete="new-password"
        hint={`给账号“${name}”定一个只有自己知道的，至少10个字符。`}
        {...field('newPassword')}
      />
      <footer className="row loose">
        <p className={message === '' ? 'form-message' : 'form-message bad'} role="status">
          {message}
        </p>
        <Button onClick={leave}>以后再填</Button>
        <Button kind="primary" type="submit" busy={sending} aria-disabled={locked}>
          下一步
        </Button>
      </footer>
    </form>
  )
}

const choices = [
  {
    clears: true,
    title: '从空白开始',
    words:
      '示例的产品、新闻、案例、荣誉、数字和图片都移走，没有内容的栏目不显示，30天内可以找回。横幅先只有颜色，首页有了产品就显示产品的图片。',
  },
  { clears: false, title: '保留示例', words: '照着示例一样一样地改，以后也可以在“上线检查”里一次清空没有改过的。' },
]

/** Whether the starter content is to go. */
function StarterChoice({ clears, onClears }: { clears: boolean; onClears(clears: boolean): void }) {
  return (
    <div className="setting">
      <div className="setting-part">
        <fieldset className="setting-object stack">
          <legend>示例内容</legend>
          {choices.map(({ clears: each, title, words }) => (
            <label key={title} className="row loose">
              <input
                type="radio"
                name="starter"
                aria-label={title}
                checked={clears === each}
                onChange={() => onClears(each)}
              />
              <span className="stack tight">
                <b>{title}</b>
                <span className="muted">{words}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}
