import { logoWidth } from '../../../contract/media/logoWidth.ts'
import { AdminIcon } from '../ui/buttons.tsx'
import { mobile, sidebarOpen } from './layoutState.ts'

/** Beside the icons of the menu, where there is no room for their names. */
export const namesHidden = (): string | undefined => (mobile.value || sidebarOpen.value ? undefined : 'visually-hidden')

export const layoutName = (): 'mobile' | 'wide' | 'narrow' => {
  if (mobile.value) return 'mobile'
  return sidebarOpen.value ? 'wide' : 'narrow'
}

export const BrandWords = ({ sysName, logo }: { sysName: string; logo: string }) => (
  <>
    <img src={logo} alt="" width={logoWidth(logo, 32)} height={32} />
    <span className={namesHidden()}>{sysName}</span>
  </>
)

/** What the button of the person's menu shows: the picture or the first letter, and the name. */
export const PersonWords = ({ name, avatar }: { name: string; avatar: string }) => (
  <>
    {avatar ? (
      <img src={avatar} alt="" width={28} height={28} />
    ) : (
      <i className="center" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </i>
    )}
    <span className="clamped">{name}</span>
    <AdminIcon name="chevron-down" />
  </>
)
