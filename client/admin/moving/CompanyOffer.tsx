import { type Company, companyFields } from '../../../contract/movedRecords.ts'
import { messages } from '../../../contract/rules.ts'
import { ruleFor, type SiteField } from '../../../contract/siteFieldKinds.ts'
import { siteFields } from '../../../contract/siteFields.ts'
import { api } from '../api.ts'
import { putBackSite } from '../described/putBackSite.ts'
import { may } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** What another system says of the company, for 网站设置: nothing of it is saved before somebody asks for it. */
export function CompanyOffer({ company }: { company: Company }) {
  const { data: site, refresh } = useLoaded((signal) => api('siteDetail', {}, signal), [])
  const [locked, run] = useRepeatGuard()
  if (!site) return null
  const offered = companyFields.flatMap((name) => {
    const field: SiteField = siteFields[name]
    const value = company[name] ?? ''
    const isFit = value !== '' && value !== site[name] && ruleFor(field).validate(value) === undefined
    return isFit && (!field.permission || may(field.permission)) ? [{ name, label: field.label, value }] : []
  })
  if (offered.length === 0) return null
  const save = async (): Promise<void> => {
    const now = await api('siteDetail', {})
    const before = Object.fromEntries(offered.map(({ name }) => [name, now[name]]))
    const after = Object.fromEntries(offered.map(({ name, value }) => [name, value]))
    const { version } = await api('siteUpdate', { ...after, basedOn: now.version })
    const undo = (): void => void attempt(() => putBackSite({ before, after, version }).then(refresh))
    toast(messages.modified, 'good', { undo })
    await refresh()
  }
  return (
    <section className="stack tight" aria-label="老网站的公司资料">
      <h3>老网站的公司资料</h3>
      <ul className="small">
        {offered.map(({ name, label, value }) => (
          <li key={name}>
            {`${label}：${value}`}
            {site[name] && <span className="muted">{`（现在：${site[name]}）`}</span>}
          </li>
        ))}
      </ul>
      <p className="row">
        <Button disabled={locked} onClick={() => run(() => attempt(save))}>
          填入网站设置
        </Button>
      </p>
    </section>
  )
}
