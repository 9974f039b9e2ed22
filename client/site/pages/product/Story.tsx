import type { Product } from '../../../../contract/entities.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { LargeLink } from '../../../ui/LargeLink.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { Section } from '../../parts/Section.tsx'

type StoryPart = NonNullable<Product['story']>[number]

/** Pictures above short texts, in pairs; where one would be left alone, the first is large, and two stand beside it. */
export function Story({ story = [] }: { story: Product['story'] }) {
  const hasLarge = story.length % 2 === 1
  return (
    <Section className="story" id="story" items={story} wide>
      <h2 className="visually-hidden">亮点</h2>
      <div className="wrap stack">
        {story.map((part, index) => {
          if (hasLarge && index === 0) return <Part part={part} large width="60vw" key={index} />
          return <Part part={part} width={hasLarge && index < 3 ? '30vw' : '48vw'} key={index} />
        })}
      </div>
    </Section>
  )
}

/** `width`: of its picture on a desktop. */
function Part({ part: { image, title, desc }, width, large }: { part: StoryPart; width: string; large?: boolean }) {
  const onTablets = large ? '' : '(min-width: 48rem) 48vw, '
  return (
    <div className={large ? 'story-part large' : 'story-part'}>
      <LargeLink image={image} name={title}>
        <Picture src={image} alt={title} sizes={`(min-width: 62rem) ${width}, ${onTablets}calc(100vw - 2rem)`} />
      </LargeLink>
      <h3 {...keepWords(title)} />
      <p className={large ? 'lead' : undefined} dir="auto">
        {desc}
      </p>
    </div>
  )
}
