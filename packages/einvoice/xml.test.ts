import { parseXml, XmlElement } from '@rgrove/parse-xml'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { element, textElement, xmlOf } from './xml.ts'

const read = (xml: string) => parseXml(xml).root!

test('a parser reads any text of an element and its attribute back, without what XML forbids', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
      const held = (one: string) =>
        one.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
      const root = read(xmlOf({ name: 'a', attributes: { b: value }, content: [text] }))
      expect(root.text).toBe(held(text))
      expect(root.attributes.b).toBe(held(value).replaceAll(/[\t\n]/g, ' '))
      expect(root.children.every((child) => !(child instanceof XmlElement))).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('markup in a text stays text', () => {
  const hostile = ']]></a><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;<script/>'
  const root = read(xmlOf(element('a', [textElement('b', hostile)])))
  expect(root.children).toHaveLength(1)
  expect(root.text).toBe(hostile)
})

test('an element without content is left out', () => {
  expect(element('a', [textElement('b', null), undefined, ''])).toBeUndefined()
  expect(() => xmlOf(undefined)).toThrow('root')
})
