// Runs before the first paint: a page that is light for a blink and then dark hurts.
;(() => {
  const root = document.documentElement
  const kept = localStorage.getItem('atelier.theme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (localStorage.getItem('atelier.density') === 'compact') root.setAttribute('data-density', 'compact')
  const language = localStorage.getItem('atelier.language') ?? navigator.language
  root.lang = language.startsWith('de') ? 'de' : 'en'
  // The entry would ask for its words only after it has run.
  const { entry, ...words } = document.currentScript.dataset
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = words[root.lang]
  document.head.append(link)
  // A page that came with its frame shows that before the entry takes the processor. A hidden page paints nothing.
  let begun = false
  const begin = () => {
    if (!begun) void import(entry)
    begun = true
  }
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden || !document.querySelector('.frame')) return begin()
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
    setTimeout(begin, 150)
  })
})()
