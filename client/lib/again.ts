/**
 * Only in pages whose files come from a CDN (ASSETS_URL), before all else: what the CDN does not send is asked for once more, of the site
 * itself. Written in ES5, as entry.ts is.
 */
var tag = document.currentScript
var cdn = (tag && tag.getAttribute('data-cdn')) || ''
/** Nothing is shown without the style sheets. A CDN that neither sends nor refuses one for so long counts as dead. */
var patienceMs = 5000

addEventListener(
  'error',
  function (event) {
    // entry.ts would mark the picture as missing.
    if (askHere(event.target)) event.stopImmediatePropagation()
  },
  true,
)
setTimeout(function () {
  // All that the page came with is there. What somebody has asked for since then is still on its way.
  if (document.readyState === 'complete') return
  var sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  for (var n = 0; n < sheets.length; n++) {
    var sheet = sheets[n]
    if (sheet && isOfCdn(sheet.href) && !sheet.sheet && matchMedia(sheet.media).matches) return askForAll()
  }
}, patienceMs)

function askForAll() {
  var entry = document.querySelector('script[data-module]')
  if (entry) entry.setAttribute('data-module', here(entry.getAttribute('data-module')))
  var waiting = document.querySelectorAll('link, img, video')
  for (var n = 0; n < waiting.length; n++) askHere(waiting[n])
}

function here(addresses: string | null) {
  return (addresses || '').split(cdn + '/').join('/')
}

/** False for what does not come from the CDN, and for what the page does without. */
function askHere(target: EventTarget | null | undefined) {
  if (target instanceof HTMLLinkElement)
    return target.rel === 'stylesheet' && isOfCdn(target.href) && askForSheet(target)
  if (target instanceof HTMLScriptElement) return isOfCdn(target.src) && askForScript(target)
  if (target instanceof HTMLImageElement) return isOfCdn(target.src) && askForPicture(target)
  if (target instanceof HTMLVideoElement) return isOfCdn(target.src) && askForFilm(target)
  return false
}

function isOfCdn(address: string) {
  return address.indexOf(cdn + '/') === 0
}

function askForSheet(link: HTMLLinkElement) {
  link.integrity = ''
  link.href = here(link.href)
  return true
}

/** A script element fetches once. */
function askForScript(script: HTMLScriptElement) {
  var copy = document.createElement('script')
  copy.type = script.type
  copy.onload = script.onload
  copy.onerror = script.onerror
  copy.src = here(script.src)
  if (script.parentNode) script.parentNode.replaceChild(copy, script)
  return true
}

function askForPicture(picture: HTMLImageElement) {
  var parent = picture.parentElement
  var sources = parent && parent.tagName === 'PICTURE' ? parent.getElementsByTagName('source') : []
  for (var n = 0; n < sources.length; n++) {
    var source = sources[n]
    if (source) source.srcset = here(source.srcset)
  }
  picture.src = here(picture.src)
  return true
}

function askForFilm(film: HTMLVideoElement) {
  var isPlayed = !film.paused
  film.src = here(film.src)
  if (isPlayed) film.play()
  return true
}

export {}
