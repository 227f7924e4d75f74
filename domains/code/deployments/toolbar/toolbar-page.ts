import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type FramedPage } from '../../../../platform/pages/page.ts'
import type { PreviewSite } from '../parts.ts'

export const toolbarFramePath = (label: string): string => `/preview-toolbar/${label}`

const sourceOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const style = sourceOf('toolbar-frame.css')
const script = sourceOf('toolbar-frame.js')

/** The frame of the toolbar: the only page of this server that another origin may frame, and only that preview may. */
export const toolbarPage = ({ isOn, urlOf }: Pick<PreviewSite, 'isOn' | 'urlOf'>): FramedPage => ({
  path: '/preview-toolbar/:label',
  framed: ({ label = '' }, accepted) => {
    if (!isOn || !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) return undefined
    const { origin } = new URL(urlOf(label))
    return { document: documentFor(origin, languageOf(accepted)), policy: policyFor(origin) }
  },
})

const policyFor = (origin: string) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ')

// Our own text, as the hashes of the policy know it.
const styles = { markup: `<style>${style}</style>` }
const scripts = { markup: `<script type="module">${script}</script>` }

const documentFor = (origin: string, language: keyof typeof toolbarWords) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Atelier</title>
        ${styles}
      </head>
      <body data-origin="${origin}" data-words="${JSON.stringify(toolbarWords[language])}">
        <main></main>
        ${scripts}
      </body>
    </html> `.markup

/** Texts of the toolbar in a preview. `{…}` is filled in by its script. */
const toolbarWords = {
  en: {
    name: 'Atelier',
    comment: 'Comment here',
    choose: 'Click the place that you mean. Escape cancels.',
    pinned: '{path}, {left} px from the left, {top} px from the top',
    text: 'Your comment',
    send: 'Send',
    sending: 'Sending…',
    cancel: 'Cancel',
    sent: 'Sent to the conversation of the cycle.',
    sentWithoutPicture: 'Sent to the conversation of the cycle. There is no stored picture of this page.',
    review: 'Review and approve',
    close: 'Hide the toolbar',
    noCycle: 'Not a preview of a cycle: comments belong to cycles.',
    shared: 'Sign in to comment.',
    covered: 'Something covers this toolbar. Comments can be sent when all of it is seen.',
    expired: 'This toolbar has expired. Load the page again.',
    failed: 'The comment was not sent. Try again.',
    archived: 'This project is archived and takes no comments.',
  },
  de: {
    name: 'Atelier',
    comment: 'Hier kommentieren',
    choose: 'Klicken Sie auf die Stelle, die Sie meinen. Escape bricht ab.',
    pinned: '{path}, {left} px von links, {top} px von oben',
    text: 'Ihr Kommentar',
    send: 'Senden',
    sending: 'Wird gesendet…',
    cancel: 'Abbrechen',
    sent: 'An die Unterhaltung des Zyklus gesendet.',
    sentWithoutPicture: 'An die Unterhaltung des Zyklus gesendet. Von dieser Seite ist kein Bild gespeichert.',
    review: 'Prüfen und freigeben',
    close: 'Leiste ausblenden',
    noCycle: 'Keine Vorschau eines Zyklus: Kommentare gehören zu Zyklen.',
    shared: 'Melden Sie sich an, um zu kommentieren.',
    covered: 'Etwas verdeckt diese Leiste. Kommentare lassen sich senden, wenn sie ganz zu sehen ist.',
    expired: 'Diese Leiste ist abgelaufen. Laden Sie die Seite neu.',
    failed: 'Der Kommentar wurde nicht gesendet. Versuchen Sie es noch einmal.',
    archived: 'Dieses Projekt ist archiviert und nimmt keine Kommentare an.',
  },
} as const

/** The language of a browser by its `Accept-Language`: German if that is its first choice of the two. */
const languageOf = (accepted: string | undefined): keyof typeof toolbarWords => {
  const first = accepted
    ?.toLowerCase()
    .split(',')
    .map((range) => range.trim().slice(0, 2))
    .find((language) => language === 'de' || language === 'en')
  return first === 'de' ? 'de' : 'en'
}
