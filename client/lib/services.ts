/**
 * Starts the statistics of other companies that staff have chosen, after everything else. Its element names them by their ids, and the page
 * has it only where there are some. Written in ES5, as entry.ts is.
 */
interface La {
  init(settings: { id: string; ck: string }): void
}
var element = document.currentScript
// The server's own statistics leave out staff, too.
if (element && !/(?:^|;\s*)item_in=1(?:;|$)/.test(document.cookie)) {
  var baidu = element.getAttribute('data-baidu')
  var la = element.getAttribute('data-la')
  addEventListener('load', function () {
    setTimeout(function () {
      if (baidu) addScript('https://hm.baidu.com/hm.js?' + baidu)
      if (la) addScript('https://sdk.51.la/js-sdk-pro.min.js', startLa)
    })
  })
}

function startLa() {
  var started = (window as { LA?: La }).LA
  var ids = (la || '').split(' ')
  if (started) started.init({ id: ids[0] || '', ck: ids[1] || '' })
}

function addScript(address: string, onLoad?: () => void) {
  var script = document.createElement('script')
  script.src = address
  if (onLoad) script.onload = onLoad
  document.head.appendChild(script)
}
