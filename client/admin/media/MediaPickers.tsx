import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect, useState } from 'react'
import { type MediaPrompt, mediaPrompt } from '../ui/pickMedia.ts'
import { toast } from '../ui/Toast.tsx'

type Picker = ComponentType<{ prompt: MediaPrompt }>

/** Mounted once at the root. */
export function MediaPickers() {
  useSignals()
  const prompt = mediaPrompt.value
  const [loaded, setLoaded] = useState<{ Picker: Picker }>()
  useEffect(() => {
    if (!prompt || loaded) return
    import('./media.ts').then(
      ({ MediaPicker }) => setLoaded({ Picker: MediaPicker }),
      () => {
        prompt.resolve(undefined)
        toast('没有打开，请检查网络后重试', 'bad')
      },
    )
  }, [prompt])
  return loaded && prompt ? <loaded.Picker prompt={prompt} /> : null
}
