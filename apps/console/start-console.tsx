// The later of two rules with equal weight wins. So these come first: shared styles, then the styles of parts that
// later pages bring along, whose own styles then follow in any order of pages.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider, type createBrowserRouter } from 'react-router'
import { connection } from './api/connection.ts'
import { queries } from './api/queries.ts'
import { focusInvalidFieldsOnSubmit } from './parts/forms/focus-invalid-field.ts'
import { LateToasts } from './shell/late-toasts.tsx'
import { followTheme } from './theme.ts'
import { language } from './preferences.ts'
import { readFirstTextsOf } from './words/late-german.ts'
import '@fontsource-variable/instrument-sans/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/panel.css'
import './styles/table.css'
import './styles/facts.css'
import './styles/rail.css'
import './styles/note.css'
import './styles/state.css'
import './styles/field.css'
import './styles/segments.css'
import './styles/section.css'
import './styles/avatar.css'
import './styles/menu.css'
import './styles/tab-bar.css'
import './styles/syntax.css'
import './parts/tabs.css'
import './parts/text/seal.css'
import './parts/feedback/meter.css'
import './parts/feedback/dialog.css'
import './parts/feedback/empty.css'
import './parts/list/show-more.css'

const fontWaitMs = 1_000
/** Waits for the font, which is read with the page: a page that is drawn before would break its lines again. */
const fontOfTexts = () =>
  Promise.race([
    document.fonts.load('1em "Instrument Sans Variable"').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, fontWaitMs)),
  ])

/** Draws the pages of a router: the agency's, or the portal's. */
export const startConsole = (router: ReturnType<typeof createBrowserRouter>): void => {
  openPolicy()
  followTheme()
  focusInvalidFieldsOnSubmit()
  // `offline` fires first; a local server still answers, which clears the banner.
  addEventListener('offline', connection.isLost)
  const draw = () =>
    createRoot(document.querySelector('#root')!).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <LateToasts />
        </QueryClientProvider>
      </StrictMode>,
    )
  void Promise.all([readFirstTextsOf(language()), fontOfTexts()]).then(draw)
}

interface TrustedTypes {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (given: string) => string>): unknown
}

const refuse = (what: string): never => {
  throw new TypeError(`${what} is not allowed in this page`)
}

/**
 * Meets the policy that the server sends: no markup passes, and only script addresses of our own files. Source: W3C
 * Trusted Types, default policy.
 */
const openPolicy = (): void => {
  const page = globalThis as unknown as { trustedTypes?: TrustedTypes }
  page.trustedTypes?.createPolicy('default', {
    createHTML: () => refuse('Markup'),
    createScriptURL: (url) =>
      new URL(url, location.href).href.startsWith(`${location.origin}/console/assets/`) ? url : refuse('A script'),
  })
}
