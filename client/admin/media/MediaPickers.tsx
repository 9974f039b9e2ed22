import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect, useState } from 'react'
import { type MediaPrompt, mediaPrompt } from '../ui/pickMedia.ts'
import { toast } from '../ui/Toast.tsx'

type Picker = ComponentType<{ prompt: MediaPrompt }>

/** With the screens of records, whose forms open it. */
const loadPicker = async (): Promise<Picker> => (await (await import('../screens/recordScreens.ts')).loadMedia()).MediaPicker

/** Mounted once at the root. */
export function MediaPickers() {
  useSignals()
  const prompt = mediaPrompt.value
  const [loaded, setLoaded] = useState<{ Picker: Picker }>()
  useEffect(() => {
    if (!prompt || loaded) return
    loadPicker().then(
      (Picker) => setLoaded({ Picker }),
      () => {
        prompt.resolve(undefined)
        toast('没有打开，请检查网络后重试', 'bad')
      },
    )
  }, [prompt])
  return loaded && prompt ? <loaded.Picker prompt={prompt} /> : null
}
