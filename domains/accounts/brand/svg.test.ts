import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawingOf } from './svg.ts'

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

test('a drawing keeps its visible content', () => {
  const text = svg(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs><path d="M0 0h9" fill="url(#g)"/>',
    'viewBox="0 0 9 9"',
  )
  expect(drawingOf(`<?xml version="1.0"?><!-- made somewhere -->\n${text}`)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"></stop></linearGradient></defs><path d="M0 0h9" fill="url(#g)"></path></svg>',
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '<script href="https://evil.example/x.js"/>',
  '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  '<path onload="alert(1)" d="M0 0"/>',
  '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
  '<image href="https://evil.example/pixel.png"/>',
  '<use href="https://evil.example/x.svg#a"/>',
  '<use xlink:href="data:image/svg+xml,%3Csvg/%3E#a"/>',
  '<style>@import url(https://evil.example)</style>',
  '<path style="fill:url(https://evil.example)" d="M0 0"/>',
  '<path fill="url(https://evil.example#a)" d="M0 0"/>',
  '<path fill="\\75rl(https://evil.example)" d="M0 0"/>',
  '<path filter="ur/**/l(https://evil.example)" d="M0 0"/>',
  '<animate attributeName="href" to="javascript:alert(1)"/>',
  '<set attributeName="onload" to="alert(1)"/>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<title><script>alert(1)</script></title>',
  '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>',
  '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<handler type="application/ecmascript">alert(1)</handler>',
]

test.each(hostile)('%s neither runs nor loads anything', (inside) => {
  const drawing = drawingOf(svg(inside))
  expect(drawing).toMatch(/^<svg [^>]*>/)
  expect(drawing).not.toMatch(
    /<\s*script|evil|javascript:|\bon\w+=|data:|foreignObject|<image|<style|<animate|<set|<a[ >]/i,
  )
})

test('an entity is not expanded', () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`
  expect(drawingOf(bomb)).toContain('<text>&amp;b;</text>')
})

test.each([
  ['a page', '<html><svg></svg></html>'],
  ['nothing', ''],
  ['two drawings', `${svg('')}${svg('')}`],
  ['a drawing nested too deep', svg('<g>'.repeat(200))],
  ['a drawing with too many shapes', svg('<path/>'.repeat(30_000))],
  ['a picture of pictures', svg('<use href="#a"/>'.repeat(300))],
])('%s is refused', (_title, text) => {
  expect(drawingOf(text)).toBeUndefined()
})

test('a quarter of a megabyte of unclosed elements is read at once', () => {
  expect(drawingOf(svg('</b>'.repeat(65_000)))).toBeDefined()
})

test('a text that ends within a tag closes only the open elements', () => {
  expect(drawingOf('<svg><g><&')).toBe('<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>')
})

test('sanitizing any drawing twice changes nothing, and leaves no active markup', () => {
  const bits = fc.constantFrom(
    ...hostile,
    '<g>',
    '</g>',
    '<path d="M0 0"/>',
    '"',
    "'",
    '<',
    '&',
    '<!--',
    '-->',
    ' fill="',
    'x',
  )
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
      const drawing = drawingOf(svg(parts.join('')))
      if (drawing === undefined) return
      expect(drawing.replaceAll(/<\/?[A-Za-z]+( [\w-]+="[^"<>]*")*>/g, '')).not.toMatch(/[<>]/)
      expect(drawing).not.toMatch(/<script|<[^>]* on\w+=/i)
      expect(drawingOf(drawing)).toBe(drawing)
    }),
  )
})
