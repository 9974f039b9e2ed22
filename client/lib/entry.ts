/**
 * Run by every browser before it reads the page's body, so written in ES5 (the build refuses more). The scripts come only where they can run to
 * their end. Without them, and when they do not arrive, the page stays what the server made it: the style sheet sees by `js` on the root
 * whether they are expected.
 */
var page = document.documentElement
var tag = document.currentScript
if (tag && canRun(tag)) addModule(tag.getAttribute('data-module') || '')

/** What is asked for came with Chrome 88, 86 and 84; Firefox 78, 78 and 79; Safari 14.1 (the asking itself), 14 and 14.1. */
function canRun(element: Element) {
  return (
    'CSS' in window &&
    'supports' in CSS &&
    CSS.supports('selector(:is(a))') &&
    'replaceChildren' in element &&
    'WeakRef' in window &&
    (!element.hasAttribute('data-dialogs') || 'HTMLDialogElement' in window)
  )
}

function addModule(address: string) {
  var script = document.createElement('script')
  script.type = 'module'
  script.src = address
  script.onload = script.onerror = function () {
    // A script that has run says so itself.
    if (page.className === 'js') page.className = ''
  }
  page.className = 'js'
  document.head.appendChild(script)
}

export {}
