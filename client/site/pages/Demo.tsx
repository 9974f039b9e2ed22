import type { Site } from '../../../contract/kinds/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { icons, type IconName } from '../../ui/icons.ts'
import { unlistedHead } from '../head.ts'
import { Section } from '../parts/Section.tsx'
import type { Head } from '../route.ts'

export const head = (_facts: object, site: Site): Head => unlistedHead('示例页面', site)

/** The icons of the design on one page. */
export default function Demo() {
  return (
    <Section className="gridded">
      <h1 className="like-h1">示例页面</h1>
      <p className="demo-row row wraps">
        {(Object.keys(icons) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    </Section>
  )
}
