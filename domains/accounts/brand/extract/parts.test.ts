import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedWith, manifestOf } from './choose.ts'
import { cssColor } from './css-color.ts'
import { linkedFamilies, ownFamily, stylesOf } from './styles.ts'
import { organizationsIn } from './json-ld.ts'
import { pageOf } from './page.ts'
import { openReader } from '../reader.ts'
import { textOf } from './text.ts'
import type { Draft } from '../rules.ts'
import { distance } from '../rules/color.ts'

test.each([
  ['#abc', '#aabbcc'],
  ['#ABCDEF', '#abcdef'],
  ['#000c', '#333333'],
  ['RebeccaPurple', '#663399'],
  ['rgb(1, 2, 3)', '#010203'],
  ['rgb(100% 0% 0% / 100%)', '#ff0000'],
  ['rgba(0,0,0,.87)', '#212121'],
  ['hsl(120 100% 25%)', '#008000'],
  ['hsla(240,100%,50%,1)', '#0000ff'],
  ['hsl(-0.5turn 100% 50%)', '#00ffff'],
  ['222.2 47.4% 11.2%', '#0f172a'],
  ['13, 110, 253', '#0d6efd'],
])('%s is the colour %s', (text, hex) => {
  expect(cssColor(text)).toBe(hex)
})

test.each([
  ['oklch(62.8% 0.25768 29.23)', '#ff0000'],
  ['oklab(0.452 -0.0325 -0.3115)', '#0000ff'],
  ['oklch(1 0 0)', '#ffffff'],
])('%s is approximately %s', (text, hex) => {
  expect(distance(cssColor(text)!, hex as '#ffffff')).toBeLessThan(0.01)
})

test.each([
  '',
  'transparent',
  'currentColor',
  'inherit',
  'constructor',
  '#12345',
  'rgb(1,2)',
  'rgba(0,0,0,.2)',
  'rgb(a b c)',
  'url(#fff)',
  'hsl(var(--x))',
])('%s is not a colour', (text) => {
  expect(cssColor(text)).toBeUndefined()
})

test('any text reads as a colour of six digits or as no colour', () =>
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('rgb', 'hsl', 'oklch', 'oklab', 'rgba'), (text, name) => {
      for (const one of [text, `#${text}`, `${name}(${text})`])
        expect(cssColor(one) ?? '#000000').toMatch(/^#[0-9a-f]{6}$/)
    }),
  ))

test('a font is the page’s own, not a system font', () => {
  expect(ownFamily('"Source Sans 3", Arial, sans-serif')).toBe('Source Sans 3')
  expect(ownFamily('-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto')).toBe('Roboto')
  expect(ownFamily('system-ui, sans-serif')).toBeUndefined()
  expect(ownFamily('"Font Awesome 6 Free"')).toBeUndefined()
  expect(ownFamily('"a;}body{x"')).toBeUndefined()
  expect(linkedFamilies('https://fonts.googleapis.com/css?family=Open+Sans:400|Lora')).toEqual(['Open Sans', 'Lora'])
  expect(linkedFamilies('https://evil.example/css?family=Inter')).toEqual([])
})

test('styles follow the cascade and custom properties, and circular properties end', () => {
  const facts = stylesOf([
    ':root{--a:var(--b);--b:var(--c, #123456);--x:var(--y);--y:var(--x)} body{color:var(--a);background:var(--x)}',
    '@import url(http://evil.example); body{color:#ff0000 !important} @media print{body{color:#00ff00}}',
    'h1{font:700 2rem/1.1 "Lora",serif} .dark body{color:#ffffff} p{color:#0000ff} p{color:#0000ff}',
  ])
  expect(facts).toMatchObject({ text: '#ff0000', headingFont: 'Lora' })
  expect(facts.background).toBeUndefined()
  expect(facts.named).toEqual([
    { name: '--a', color: '#123456' },
    { name: '--b', color: '#123456' },
  ])
  expect(facts.used[0]).toBe('#0000ff')
})

test('a chain of doubling properties stays small', () => {
  const names = Array.from({ length: 30 }, (_none, at) => `--a${at}:var(--a${at + 1}) var(--a${at + 1})`)
  expect(stylesOf([`:root{${names.join(';')};--a30:#fff} body{color:var(--a0)}`]).text).toBeUndefined()
})

test('any markup, style, manifest or JSON-LD is read without an error', () => {
  const bits = fc.constantFrom(
    '<a class="logo">',
    '<svg>',
    '</svg>',
    '<style>',
    '</style>',
    '<script type="application/ld+json">',
    '</script>',
    '{"@type":"Organization","logo":',
    '[',
    ']',
    '{',
    '}',
    ':root{--x:',
    'var(--x)',
    '@media{',
    '"',
    "'",
    '<',
    '&#xD800;',
    '<meta property="og:site_name" content="',
    '<link rel="icon" href=',
    '\0',
    '\ud800',
    '<!--',
    ']]>',
  )
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const page = pageOf(text)
      stylesOf([text, ...page.styles])
      manifestOf(text)
      organizationsIn(text)
    }),
  )
})

test('JSON-LD is searched to a limited depth', () => {
  const nested = '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)
  expect(organizationsIn(nested)).toEqual([])
  const deep = {
    '@graph': [{ publisher: { '@type': ['Thing', 'Organization'], name: 'Acme', logo: [{ url: '/l.png' }] } }],
  }
  expect(organizationsIn(JSON.stringify(deep))).toEqual([{ name: 'Acme', logo: '/l.png' }])
})

test('text is decoded by its byte-order mark, its sender or its own declaration', () => {
  expect(textOf({ bytes: Buffer.from('\ufeffä'), charset: 'latin1' })).toBe('ä')
  expect(textOf({ bytes: Buffer.from('ä', 'latin1'), charset: 'iso-8859-1' })).toBe('ä')
  expect(textOf({ bytes: Buffer.from('<meta charset=windows-1252>ä', 'latin1') })).toContain('ä')
  expect(textOf({ bytes: Buffer.from('<meta charset="nonsense">ä'), charset: 'x-none' })).toContain('ä')
  expect(textOf({ bytes: Buffer.from('\ufeffä', 'utf16le') })).toBe('ä')
})

test('fields changed during an extraction stay, and the others are filled in', () => {
  const drafts: fc.Arbitrary<Draft> = fc.record(
    {
      name: fc.constantFrom('a', 'b', 'c'),
      tagline: fc.constantFrom('a', 'b'),
      colors: fc.record(
        { primary: fc.constantFrom('#000000', '#111111'), text: fc.constant('#222222') },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(drafts, drafts, drafts, (before, now, found) => {
      const merged = mergedWith(before, now, found)
      expect(merged.name).toBe(before.name === now.name ? (found.name ?? now.name) : now.name)
      const was = before.colors?.primary
      const is = now.colors?.primary
      expect(merged.colors?.primary).toBe(was === is ? (found.colors?.primary ?? is) : is)
      expect(merged.colors).not.toEqual({})
    }),
  )
})

test('a page that is too large for its thread is an error', async () => {
  const reading = openReader('workspace').page({ bytes: Buffer.alloc(3 * 2 ** 20) })
  await expect(reading).rejects.toThrow('The page could not be read')
})
