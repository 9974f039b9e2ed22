import type { Product } from '../../../../contract/entities.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { LargeLink } from '../../../ui/LargeLink.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { Section } from '../../parts/Section.tsx'

/** Pictures above short texts, in pairs; where one would be left alone, the first is large, and two stand beside it. */
export function Story({ story = [] }: { story: Product['story'] }) {
  const hasLarge = story.length % 2 === 1
  return (
    <Section className="story" id="story" items={story}>
      <h2 className="visually-hidden">亮点</h2>
      <div className="wrap stack">
        {story.map((part, index) => (
          <Part part={part} large={hasLarge && index === 0} key={index} />
        ))}
      </div>
    </Section>
  )
}

function Part({
  part: { image, title, desc },
  large,
}: {
  part: NonNullable<Product['story']>[number]
  large: boolean
}) {
  return (
    <div className={large ? 'story-part large' : 'story-part'}>
      <LargeLink image={image} name={title}>
        <Picture
          src={image}
          alt=""
          sizes={large ? '(min-width: 62rem) 60vw, 100vw' : '(min-width: 48rem) 50vw, 100vw'}
        />
      </LargeLink>
      <h3 {...keepWords(title)} />
      <p className={large ? 'lead' : undefined} dir="auto">
        {desc}
      </p>
    </div>
  )
}
