import { useId, useState } from 'react'
import { controlProps, Field, type FieldProps } from '../ui/fields.tsx'
import type { MenuPages } from './menuPages.ts'

const outside = 'outside'

/** Where an entry of a menu leads: a page of the site, a 页面, or an address elsewhere. */
export function MenuTargetField({
  label, name, value, onChange, error, disabled, pages: { site, own },
}: FieldProps & { pages: MenuPages }) {
  const id = useId()
  const [chosen, setChosen] = useState(false)
  const isOutside = value === '' ? chosen : !value.startsWith('/')
  const page = [...site, ...own].find(({ address }) => address === value)
  const isMissing = site.length > 0 && !isOutside && value !== '' && !page
  const note = page && !page.on ? '此页面已关闭，菜单里不显示' : isMissing ? '此页面不存在或没有发布，菜单里不显示' : undefined
  const options = (pages: MenuPages['site']) => pages.map(({ address, title }) => <option key={address} value={address}>{title}</option>)
  return (
    <Field id={id} label={label} error={error} hint={note}>
      <select
        {...controlProps(id, error)} className="input" name={name} value={isOutside ? outside : value} disabled={disabled}
        onChange={(event) => {
          setChosen(event.target.value === outside)
          onChange(event.target.value === outside ? '' : event.target.value)
        }}
      >
        <option value="" disabled>请选择</option>
        {value !== '' && !isOutside && !page && <option value={value}>{value}</option>}
        <optgroup label="网站的页面">{options(site)}</optgroup>
        {own.length > 0 && <optgroup label="自己的页面">{options(own)}</optgroup>}
        <option value={outside}>外部网址</option>
      </select>
      {isOutside && (
        <input
          {...controlProps(id, error)} id={`${id}-address`} className="input" aria-label="外部网址" inputMode="url" placeholder="https://"
          autoComplete="off" value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
