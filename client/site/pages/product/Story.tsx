import type { Product } from '../../../../contract/entities.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { LargeLink } from '../../../ui/LargeLink.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { Section } from '../../parts/Section.tsx'

/** Large pictures beside short texts, each on the other side than the one before. */
export function Story({ story = [] }: { story: Product['story'] }) {
  return (
    <Section className="story" id="story" items={story}>
      <div className="wrap stack">
        {story.map(({ image, title, desc }, index) => (
          <div className="story-part" key={index}>
            <LargeLink image={image} name={title}>
              <Picture src={image} alt="" sizes="(min-width: 62rem) 60vw, 100vw" />
            </LargeLink>
            <div className="ticked">
              <h2 {...keepWords(title)} />
              <p className="lead" dir="auto">
                {desc}
              </p>
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
