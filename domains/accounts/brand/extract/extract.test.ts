import { expect, test } from 'vitest'
import { loopbackSite } from '../../../../testing/network/loopback-site.ts'
import { app, managed, modern, plain, serveSite, type Site } from '../../../../testing/clients/brand-sites.ts'
import { openFetcher } from '../../../../platform/fetch/index.ts'
import { extractBrand } from './extract.ts'

const extractFrom = async (site: Site) => {
  const { url, host, asked } = await loopbackSite(serveSite(site))
  const never = new AbortController().signal
  return {
    ...(await extractBrand(
      openFetcher({ privateHosts: [host] }),
      { address: `${url}/`, workspace: 'workspace' },
      never,
    )),
    url,
    asked,
  }
}

test('reads a site made by a framework', async () => {
  const { draft, extraction, pictures, asked, url } = await extractFrom(modern)
  expect(draft).toMatchObject({
    name: 'Northwind & Co',
    website: url,
    logo: { mediaType: 'image/svg+xml' },
    icon: { mediaType: 'image/svg+xml' },
    colors: {
      background: '#ffffff',
      primary: '#6d28d8',
      accent: '#e05d06',
    },
    fonts: { heading: 'Fraunces', body: 'Inter' },
  })
  expect(extraction.sources).toEqual({
    name: 'og:site_name',
    website: 'address',
    logo: 'drawing in the page',
    icon: 'icon',
    'colors.background': 'page background',
    'colors.primary': '--primary',
    'colors.accent': '--accent',
    'colors.text': 'page text',
    'fonts.heading': 'font of headings',
    'fonts.body': 'font of the page',
  })
  expect(pictures.map(({ content }) => content.toString()).join()).not.toMatch(/script|onclick/)
  expect(asked.some((one) => /clients|google|social/.test(one))).toBe(false)
})

test('reads a site made by a content management system, in an old encoding', async () => {
  const { draft, extraction, asked } = await extractFrom(managed)
  expect(draft).toMatchObject({
    name: 'Müller Söhne',
    logo: { mediaType: 'image/png' },
    icon: { mediaType: 'image/png' },
    colors: { background: '#fdfaf5', primary: '#b3001b', accent: '#0b5fa5', text: '#333333' },
    fonts: { heading: 'Lora', body: 'Lora' },
  })
  expect(extraction.sources).toMatchObject({
    name: 'JSON-LD',
    logo: 'JSON-LD logo',
    icon: 'apple-touch-icon',
    'colors.primary': 'theme-color',
  })
  expect(extraction.fonts).toEqual([{ family: 'Lora', source: 'font of the page' }])
  expect(asked.some((one) => one.includes('print'))).toBe(false)
})

test('reads an app whose manifest holds the brand, with addresses from its base', async () => {
  const { draft, extraction } = await extractFrom(app)
  expect(draft).toMatchObject({
    name: 'Tasks by Acme',
    icon: { mediaType: 'image/png' },
    colors: { primary: '#007a5e', background: '#f4fffb' },
  })
  expect(extraction.sources).toMatchObject({ name: 'manifest', icon: 'manifest icon', logo: 'manifest icon' })
})

test('reads a page of old HTML', async () => {
  const { draft, extraction } = await extractFrom(plain)
  expect(draft).toMatchObject({ name: 'Bob', colors: { background: '#ffffff' }, icon: { mediaType: 'image/png' } })
  expect(extraction.sources).toMatchObject({ name: 'title', icon: 'favicon', 'colors.background': 'browser default' })
})

test('missing, broken and mislabelled parts are left out, and the rest is read', async () => {
  const { draft } = await extractFrom({
    '/': {
      type: 'text/html',
      body: `<title>Acme</title><link rel="icon" href="/page.png"><link rel="icon" href="http://10.0.0.1/x.png">
        <link rel="icon" href="/huge.png"><link rel="stylesheet" href="/sheet.css"><link rel="stylesheet" href="/lies.css">
        <link rel="stylesheet" href="http://[broken"><link rel="manifest" href="/broken.json"><base href="http://[">
        <style>body { color: #112233 }</style><img class="logo" src="data:image/png;base64,AAAA">`,
    },
    '/page.png': { type: 'image/png', body: '<!doctype html><script>alert(1)</script>' },
    '/huge.png': { type: 'image/png', body: Buffer.alloc(300_000, 1) },
    '/lies.css': { type: 'text/html', body: 'body { color: #ff0000 }' },
    '/broken.json': { type: 'application/json', body: '{"name": [{}], "icons": 5, ' },
  })
  expect(draft).toMatchObject({ name: 'Acme', colors: { text: '#112233' } })
  expect([draft.logo, draft.icon]).toEqual([undefined, undefined])
})
