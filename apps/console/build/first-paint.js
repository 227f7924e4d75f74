// Runs before the first paint: a page that is light for a blink and then dark hurts. theme.ts and preferences.ts read the same keys.
;(() => {
  const root = document.documentElement
  const kept = localStorage.getItem('atelier.theme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-theme', dark ? 'dark' : 'light')
  if (localStorage.getItem('atelier.density') === 'compact') root.setAttribute('data-density', 'compact')
  const language = localStorage.getItem('atelier.language') ?? navigator.language
  root.lang = language.startsWith('de') ? 'de' : 'en'
  // Pages of the agency read their routes beside the start.
  const { routes } = document.currentScript.dataset
  if (routes) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = routes
    document.head.append(link)
  }
})()
