import { useContext, useLayoutEffect, useRef, useState } from 'react'
import { assetAddress } from '../../contract/media/assetAddress.ts'
import type { Film } from '../../contract/kinds/entities.ts'
import { AssetsContext, PictureNotesContext } from './assets.ts'
import { Icon } from './Icon.tsx'
import { Picture } from './Picture.tsx'

/** The captions of our own films are files beside them. They come from the site itself: browsers refuse those of another one. */
const captionsOf = (url: string): string | undefined =>
  /^\/media\/.+\.mp4$/.test(url) ? url.replace(/mp4$/, 'vtt') : undefined

/** The browser's own player, with a large play button over it. Nothing of the film is fetched before it is played. */
export function FilmPlayer({ film: { title, url, poster } }: { film: Film }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'poster' | 'started' | 'failed' | 'missing'>('poster')
  const notes = useContext(PictureNotesContext)
  const captions = notes[url]?.captions ?? captionsOf(url)
  const assetsUrl = useContext(AssetsContext)

  const showControls = (controls: boolean): void => {
    if (video.current) video.current.controls = controls
  }
  // Before the film is played the large button is enough; the controls are in the HTML for visitors without a script.
  useLayoutEffect(() => showControls(false), [])

  const play = (): void => {
    const player = video.current
    if (!player) return
    if (state === 'failed') player.load()
    setState('started')
    showControls(true)
    // A failure also sends the error event; otherwise the visitor has stopped the film.
    player.play().catch(() => {})
    player.focus()
  }
  const onPlay = (): void => {
    setState('started')
    showControls(true)
    // Only now, or the captions would be fetched with the page.
    const track = video.current?.textTracks[0]
    if (track?.mode === 'disabled') track.mode = 'showing'
  }
  const onError = (): void => {
    setState('failed')
    // The player does not know why. The policy allows no request to other sites.
    if (url.startsWith('/'))
      fetch(url, { method: 'HEAD' }).then(
        ({ status }) => status === 404 && setState('missing'),
        () => {},
      )
  }

  return (
    <div className="film shaped">
      <video
        ref={video}
        src={assetAddress(assetsUrl, url)}
        aria-label={title}
        width="1280"
        height="720"
        controls
        playsInline
        preload="none"
        onPlay={onPlay}
        onError={onError}
      >
        {captions && <track kind="captions" srcLang="zh-CN" label="中文" src={captions} />}
      </video>
      {/* Not the video's `poster`, which would be fetched with the page. */}
      {state === 'poster' && poster && (
        <Picture
          className="film-poster cover"
          src={poster}
          alt=""
          sizes="(min-width: 80rem) 72rem, calc(100vw - 2rem)"
        />
      )}
      {state === 'poster' && !poster && (
        <p className="film-name center" aria-hidden="true">
          视频：{title}
        </p>
      )}
      {state === 'poster' && (
        <button type="button" className="film-play center" aria-label={`播放：${title}`} onClick={play}>
          <Icon name="play" />
        </button>
      )}
      {(state === 'failed' || state === 'missing') && (
        <div className="film-failed" role="alert">
          <p>{state === 'missing' ? '视频文件已不在网站上，暂时无法播放' : '视频加载失败，请检查网络后重试'}</p>
          {state === 'failed' && (
            <button type="button" className="button" onClick={play}>
              重试
            </button>
          )}
        </div>
      )}
    </div>
  )
}
