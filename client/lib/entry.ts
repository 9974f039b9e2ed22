/**
 * Every browser runs this before it parses the body, so it is written in ES5 (the build rejects anything newer). It loads the scripts only
 * where they can run. Without them the page stays as the server rendered it; the class `js` on the root tells the style sheet that they are
 * expected.
 */
var page = document.documentElement
var tag = document.currentScript
listenTo(['wheel', 'touchmove', 'keydown'], markTouched)
// These events do not bubble. Before the first picture, or its failure would be missed.
addEventListener('error', markMissing, true)
addEventListener('load', markMissing, true)
if (tag && canRun(tag)) {
  addModule(tag)
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) countFigures()
}

function listenTo(events: string[], listener: (event: Event) => void) {
  events.forEach(function (event) {
    addEventListener(event, listener, true)
  })
}

/** The scripts must not move a page that the visitor has begun to scroll. */
function markTouched() {
  page.setAttribute('data-touched', '')
}

/** A picture whose file is missing gets a mark, by which style sheets show what stands for no picture. */
function markMissing(event: Event) {
  var target = event.target
  if (!(target instanceof HTMLImageElement)) return
  var parent = target.parentElement
  var marked = parent && parent.tagName === 'PICTURE' ? [target, parent] : [target]
  for (var n = 0; n < marked.length; n++) {
    var element = marked[n]
    if (element && event.type === 'error') element.setAttribute('data-missing', '')
    else if (element && element.hasAttribute('data-missing')) element.removeAttribute('data-missing')
  }
}

/** These features came with Chrome 88, 86 and 84; Firefox 78, 78 and 79; Safari 14.1 (CSS.supports of a selector), 14 and 14.1. */
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

/** Adds the scripts when the page is painted and idle, or as soon as it is touched. */
function addModule(element: Element) {
  var script = document.createElement('script')
  script.type = 'module'
  script.onload = script.onerror = function () {
    // hydrate.tsx changes the class as soon as it runs.
    if (page.className === 'js') page.className = ''
  }
  page.className = 'js'
  window.firstAddress = location.href
  window.earlyEvents = []
  listenTo(['pointerdown', 'keydown', 'click'], touched)
  // A frame later the page has been painted.
  requestAnimationFrame(function () {
    setTimeout(function () {
      if ('requestIdleCallback' in window) requestIdleCallback(add, { timeout: 1000 })
      else add()
    })
  })

  function add() {
    if (script.parentNode) return
    // Not before: again.ts may have changed it.
    script.src = element.getAttribute('data-module') || ''
    script.integrity = element.getAttribute('data-integrity') || ''
    document.head.appendChild(script)
  }
  function touched(event: Event) {
    add()
    if (window.earlyEvents && event.type !== 'pointerdown') window.earlyEvents.push(event)
  }
}

/**
 * Figures count up from the moment they are seen. It begins here because it must be before the first picture: a number that somebody has
 * read must not fall again. Until then the style sheet hides them, by the mark on the root; the final number stays in the markup.
 */
function countFigures() {
  var ms = 6000
  var observer = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (!entry.isIntersecting) return
      observer.unobserve(entry.target)
      count(entry.target)
    })
  })
  window.countUp = function (figure) {
    if (!figure.hasAttribute('data-count')) observer.observe(figure)
  }
  page.setAttribute('data-counts', '')
  addEventListener('DOMContentLoaded', function () {
    var figures = document.querySelectorAll('.count-up')
    for (var n = 0; n < figures.length; n++) window.countUp && window.countUp(figures[n] as Element)
  })

  function count(figure: Element) {
    var end = Number(figure.textContent)
    var start = performance.now()
    draw()

    function draw() {
      var left = 1 - (performance.now() - start) / ms
      if (left <= 0) return figure.setAttribute('data-count', '')
      // Nearly all within a second: the first screen is not wrong for longer.
      figure.setAttribute('data-count', String(Math.round(end * (1 - Math.pow(left, 42)))))
      requestAnimationFrame(draw)
    }
  }
}

declare global {
  interface Window {
    /** Counts a figure up once it is seen, where figures count at all. */
    countUp?: (figure: Element) => void
    /** Of the page as it came: Back may have been pressed before the scripts run. */
    firstAddress: string
    /** The clicks and keys before the scripts listen, which repeat those that only they can handle (client/site/EarlyEvents.tsx). */
    earlyEvents?: Event[] | undefined
  }
}

export {}
