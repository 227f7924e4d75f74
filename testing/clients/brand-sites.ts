import type { RequestListener } from 'node:http'
import { pixelBase64 } from '../ai/pixel.ts'

export interface SiteFile {
  readonly type: string
  readonly body: string | Buffer
}

export type Site = Readonly<Record<string, SiteFile>>

const html = (body: string | Buffer, charset = '; charset=utf-8'): SiteFile => ({ type: `text/html${charset}`, body })
const css = (body: string): SiteFile => ({ type: 'text/css', body })
const png: SiteFile = { type: 'image/png', body: Buffer.from(pixelBase64, 'base64') }

/** Made by a framework: custom properties in OKLCH, hashed fonts, a drawn logo, a dark twin. */
export const modern: Site = {
  '/': html(`<!doctype html><html lang="en"><head>
    <title>Software that is done on time – Northwind Studio</title>
    <meta property="og:site_name" content="Northwind &amp; Co">
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#0a0a0a" media="(prefers-color-scheme: dark)">
    <meta property="og:image" content="/social.png">
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/_next/static/css/a.css">
    <link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Fraunces:wght@600&amp;family=Inter">
    </head><body><header class="sticky"><a href="/" aria-label="Northwind logo">
    <svg viewBox="0 0 20 20" onclick="alert(1)"><script>alert(1)</script><path d="M0 0h20v20z" fill="#6d28d9"/></svg></a></header>
    <main><h1>We build</h1><img src="/clients/other-logo.png" alt="Other logo"></main></body></html>`),
  '/_next/static/css/a.css': css(`@layer base { :root { --background: oklch(1 0 0); --foreground: oklch(0.15 0.02 260);
    --primary: oklch(0.49 0.24 293); --accent: hsl(24 95% 45%) } .dark { --primary: #ffffff } }
    @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } }
    body { background-color: var(--background); color: var(--foreground); font-family: var(--font-sans, "__Inter_d65c78"), system-ui }
    h1, h2 { font-family: '__Fraunces_a1b2c3', Georgia, serif }
    .button { background: var(--primary); color: #fff } a { color: var(--primary) }`),
  '/icon.svg': {
    type: 'image/svg+xml',
    body: '<svg viewBox="0 0 9 9"><rect width="9" height="9" fill="#6d28d9"/></svg>',
  },
}

/** Made by a content management system: JSON-LD, presets, an old encoding, a picture of a logo. */
export const managed: Site = {
  '/': html(
    Buffer.from(
      `<html><head><meta charset="windows-1252"><title>Startseite | Müller Söhne GmbH</title>
    <meta name="generator" content="WordPress"><meta name="theme-color" content="#b3001b">
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage","name":"Startseite"},
      {"@type":"Organization","name":"M\\u00fcller S\\u00f6hne","logo":{"@type":"ImageObject","url":"/uploads/logo.png"}}]}</script>
    <link rel="apple-touch-icon" href="/uploads/touch.png">
    <link rel="stylesheet" media="print" href="/print.css"><link rel=stylesheet href="/style.css">
    <style>:root{--wp--preset--color--vivid-red:#cf2e2e;--wp--preset--color--primary:#b3001b}
    .wp-block-button__link{background-color:#b3001b}</style></head>
    <body style="background:#fdfaf5"><a class="custom-logo-link" rel="home" href="/"><img class="custom-logo" src="/uploads/small.png"></a></body></html>`,
      'latin1',
    ),
    '',
  ),
  '/style.css':
    css(`@font-face{font-family:"Lora";src:url(lora.woff2)} @font-face{font-family:"FontAwesome";src:url(fa.woff2)}
    body{font:400 16px/1.6 "Lora",serif;color:#333} a{color:#0b5fa5} .a{color:#0b5fa5}.b{color:#0b5fa5}`),
  '/print.css': css('body{background:#123456;color:#654321}'),
  '/uploads/logo.png': png,
  '/uploads/touch.png': png,
}

/** An installable app: everything is in its manifest, and in a folder. */
export const app: Site = {
  '/': html(`<!doctype html><base href="/app/"><link rel="manifest" href="site.webmanifest"><div id="root"></div>`),
  '/app/site.webmanifest': {
    type: 'application/manifest+json',
    body: JSON.stringify({
      name: 'Tasks by Acme',
      short_name: 'Tasks',
      theme_color: 'rgb(0 122 94)',
      background_color: '#f4fffb',
      icons: [
        { src: 'mask.png', sizes: '512x512', purpose: 'maskable' },
        { src: 'icons/192.png', sizes: '192x192' },
      ],
    }),
  },
  '/app/icons/192.png': png,
}

/** Made by hand, long ago. */
export const plain: Site = {
  '/': html('<HTML><TITLE>Bob: plumber</TITLE><BODY BGCOLOR=white><H1>Bob</H1><P>Call me'),
  '/favicon.ico': png,
}

/** Answers with the files of a site, and with 404 for what it does not have. */
export const serveSite =
  (site: Site): RequestListener =>
  (request, response) => {
    const file = site[new URL(request.url!, 'http://site').pathname]
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>')
    response.writeHead(200, { 'content-type': file.type }).end(file.body)
  }
