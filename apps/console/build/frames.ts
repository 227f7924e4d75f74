import Ellipsis from 'lucide-react/icons/ellipsis'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import type { LucideIcon } from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { tabPlaces as portalPlaces } from '../portal/tab-places.ts'
import { de as portalDe } from '../portal/words/de.ts'
import { en as portalEn } from '../portal/words/en.ts'
import { sidePlaces, tabPlaces } from '../shell/places.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'

const el = (tag: string, className: string | undefined, ...children: readonly ReactNode[]) =>
  createElement(tag, { className }, ...children)

// first-paint.js sets the language of the page; a style hides the other one.
const said = (english: string, german: string) =>
  el('span', undefined, createElement('span', { lang: 'en' }, english), createElement('span', { lang: 'de' }, german))

const place = (tag: string, className: string | undefined, icon: LucideIcon, words: ReactNode) =>
  el(tag, className, createElement(icon, { className: 'i' }), words)

const item = (icon: LucideIcon, english: string, german: string) => place('a', 'nav-item', icon, said(english, german))
const tab = (icon: LucideIcon, english: string, german: string) => place('a', undefined, icon, said(english, german))

const ofConsole = () => [
  el(
    'nav',
    'side',
    el('div', 'side-space'),
    place('div', 'side-search', Search, said(en.palette.open, de.palette.open)),
    el('div', 'nav-group', ...sidePlaces.map(({ name, icon }) => item(icon, en[name], de[name]))),
    el('div', 'side-foot nav-group end', item(Settings, en.settings, de.settings), el('div', 'nav-item')),
  ),
  el('main', undefined),
  el(
    'nav',
    'tabbar',
    ...tabPlaces.map(({ name, icon }) => tab(icon, en[name], de[name])),
    tab(Search, en.palette.short, de.palette.short),
    tab(Ellipsis, en.more, de.more),
  ),
]

const ofPortal = () => {
  const tabs = portalPlaces.map(({ name, icon }) => tab(icon, portalEn[name], portalDe[name]))
  const top = el('div', 'wrap-in', el('span', 'agency-link'), el('nav', 'tabbar', ...tabs), el('span', 'avatar'))
  return [el('header', 'portal-top', top), el('main', undefined)]
}

// It is a picture until the page itself is there: what cannot act yet takes no click, and is read to nobody.
const drawn = (className: string, children: readonly ReactNode[]) =>
  renderToStaticMarkup(
    createElement('div', { className: `${className} frame`, inert: true, 'aria-hidden': true }, ...children),
  )

/** What stands around a page of each kind, as markup that needs no script: the same for everybody who is signed in. */
export const frames = () => ({ console: drawn('shell', ofConsole()), portal: drawn('portal', ofPortal()) })

export type FrameName = keyof ReturnType<typeof frames>
