import { useSignals } from '@preact/signals-react/runtime'
import { Waiting } from '../ui/Waiting.tsx'
import { BrandWords, layoutName, PersonWords } from './FrameParts.tsx'
import type { FrameWords } from './layoutState.ts'

/** The frame as it was at the last load, while the person is asked for again. It has no menu: who may see what is not known yet. */
export function WaitingFrame({ sysName, logo, name, avatar }: FrameWords) {
  useSignals()
  return (
    <div className={`layout ${layoutName()}`}>
      <div className="sidebar column" inert>
        <div className="brand row loose">
          <BrandWords {...{ sysName, logo }} />
        </div>
      </div>
      <div className="stage stack">
        <div className="top-bar row tight" inert>
          <span className="user-button row quiet push">
            <PersonWords {...{ name, avatar }} />
          </span>
        </div>
        <div className="tab-strip" inert>
          <ul>
            <li className="tab" />
          </ul>
        </div>
        <div className="views">
          <Waiting />
        </div>
      </div>
    </div>
  )
}
