import { useId, useState } from 'react'
import { childrenOf, inLevels, isFixedGroup, parentOf } from '../../../contract/kinds/groups.ts'
import { limits } from '../../../contract/calls/rules.ts'
import type { ProductGroup } from '../../../contract/site/siteFields.ts'
import {
  addressOfPage,
  contactTarget,
  customPagePrefix,
  isEntryOpen,
  isPageOn,
  sitePageNames,
} from '../../../contract/site/sitePages.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { icons, type IconName, isIcon } from '../../ui/icons.ts'
import { api } from '../session/api.ts'
import { Button } from '../ui/buttons.tsx'
import { Control, Field, type FieldProps, SelectField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import type { GroupValues, KeyPath } from './groupValues.ts'

/** Which group of the list one lies in; it then stands behind that. Programs know three by name, which stay on the first level. */
export function GroupAboveField({ keyPath, values, ...props }: FieldProps & { keyPath: KeyPath; values: GroupValues }) {
  const [list = '', key] = keyPath
  const groupsNow = (): ProductGroup[] => values.itemsOf([list]) as ProductGroup[]
  const groups = groupsNow()
  const own = groups[values.keysOf([list], groups).findIndex((each) => each === key)]
  if (!own || isFixedGroup(own.id)) return null
  const isAbove = childrenOf(groups, own.id).length > 0
  const others = isAbove ? [] : groups.filter((group) => group !== own && !parentOf(groups, group))
  const onChange = (id: string): void => {
    props.onChange(id)
    const next = groupsNow()
    const placeIn = (all: readonly ProductGroup[]): number => all.findIndex((group) => group.id === own.id)
    values.move([list], placeIn(next), placeIn(inLevels(next)))
  }
  return (
    <SelectField
      {...props}
      hint={isAbove ? '它下面还有分类，不能再放到别的分类里' : undefined}
      options={[['', '没有，是第一级'], ...others.map(({ id, name }) => [id, name] as const)]}
      onChange={onChange}
    />
  )
}

const suggestedColors = [
  ['#ff6a13', '橙'],
  ['#f2b705', '黄'],
  ['#c62828', '红'],
  ['#0a6b5d', '墨绿'],
  ['#12a383', '青'],
  ['#1565c0', '蓝'],
  ['#7b4bbf', '紫'],
] as const

/** One of a few suggested colours, or any other. */
export function AccentField({ label, name, value, onChange, error, hint, disabled }: FieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} group>
      <div className="accents row wraps">
        {suggestedColors.map(([color, word]) => (
          <button
            key={color}
            type="button"
            className="accent"
            aria-label={word}
            title={word}
            aria-pressed={value === color}
            disabled={disabled}
            onClick={() => onChange(color)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="10" fill={color} />
            </svg>
          </button>
        ))}
        <input
          type="color"
          aria-label="自选颜色"
          name={name}
          value={/^#[\da-f]{6}$/.test(value) ? value : '#ff6a13'}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value.toLowerCase())}
        />
        <input
          className="input"
          aria-label="颜色的值"
          value={value}
          maxLength={7}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
        />
      </div>
    </Field>
  )
}

/** Not offered: they illustrate no subject. */
const controls = [
  'menu',
  'close',
  'chevron-left',
  'chevron-right',
  'chevron-down',
  'arrow-right',
  'arrow-up',
  'arrow-up-right',
  'play',
  'pause',
  'plus',
  'minus',
  'warning',
]
const offeredIcons = (Object.keys(icons) as IconName[]).filter((name) => !controls.includes(name))

export function IconField({ label, value, onChange, error, disabled }: FieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Field id={id} label={label} error={error} group>
      <Button
        className="icon-choice"
        id={id}
        aria-label={`选择${label}`}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {value === '' ? '选择图标' : <Glyph path={icons[isIcon(value) ? value : 'check']} />}
      </Button>
      <Modal open={open} title="选择图标" width="34rem" onClose={() => setOpen(false)}>
        <div className="icon-grid tiles" role="group" aria-label="图标">
          {offeredIcons.map((name) => (
            <button
              key={name}
              type="button"
              className="center boxed"
              aria-label={name}
              aria-pressed={name === value}
              data-autofocus={name === value || undefined}
              onClick={() => {
                onChange(name)
                setOpen(false)
              }}
            >
              <Glyph path={icons[name]} />
            </button>
          ))}
        </div>
      </Modal>
    </Field>
  )
}

const outside = 'outside'

/** Where an entry of a menu leads: a page of the site, a 页面, or an address elsewhere. */
export function MenuTargetField({ pages: { site, own }, ...field }: FieldProps & { pages: MenuPages }) {
  const { value, onChange } = field
  const [chosen, setChosen] = useState(false)
  const isOutside = value === '' ? chosen : !value.startsWith('/')
  const page = [...site, ...own].find(({ address }) => address === value)
  const isMissing = site.length > 0 && !isOutside && value !== '' && !page
  let note: string | undefined
  if (page && !page.on) note = '此页面已关闭或没有内容，菜单里不显示'
  else if (isMissing) note = '此页面不存在或没有发布，菜单里不显示'
  const options = (pages: MenuPages['site']) =>
    pages.map(({ address, title }) => (
      <option key={address} value={address}>
        {title}
      </option>
    ))
  const choose = (next: string): void => {
    setChosen(next === outside)
    onChange(next === outside ? '' : next)
  }
  return (
    <Control {...field} value={isOutside ? outside : value} hint={note} onChange={choose}>
      {(attributes) => (
        <>
          <select {...attributes}>
            <option value="" disabled>
              请选择
            </option>
            {value !== '' && !isOutside && !page && <option value={value}>{value}</option>}
            <optgroup label="网站的页面">{options(site)}</optgroup>
            {own.length > 0 && <optgroup label="自己的页面">{options(own)}</optgroup>}
            <option value={outside}>外部网址</option>
          </select>
          {isOutside && (
            <input
              {...attributes}
              id={`${attributes.id}-address`}
              name={undefined}
              aria-label="外部网址"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </>
      )}
    </Control>
  )
}

interface MenuPage {
  address: string
  title: string
  on: boolean
}

/** What an entry of a menu can lead to besides other sites; nothing before it is loaded. */
export interface MenuPages {
  site: readonly MenuPage[]
  /** 页面 that are published. */
  own: readonly MenuPage[]
}

export const noPages: MenuPages = { site: [], own: [] }

/** Loaded where the form has menus; the form itself reports that nothing is loaded. */
export const useMenuPages = (hasMenus: boolean): MenuPages =>
  useLoaded(hasMenus ? loadMenuPages : undefined, [hasMenus]).data ?? noPages

async function loadMenuPages(signal: AbortSignal): Promise<MenuPages> {
  const [facts, { data }] = await Promise.all([
    api('siteDetail', {}, signal),
    api('pageList', { limit: limits.listLimit }, signal),
  ])
  return {
    site: [
      ...sitePageNames.map((page) => {
        const address = addressOfPage(page)
        return { address, title: facts.pageNames[page], on: isPageOn(facts, address) }
      }),
      { address: contactTarget, title: facts.contactTitle, on: isEntryOpen(facts, contactTarget) },
    ],
    own: data.map(({ pagePath, pageTitle }) => ({ address: customPagePrefix + pagePath, title: pageTitle, on: true })),
  }
}
