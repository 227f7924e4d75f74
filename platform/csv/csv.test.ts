import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1\r\n"],
  ['@SUM(A1)', "'@SUM(A1)\r\n"],
  ['-2+3', "'-2+3\r\n"],
  ['\t=1', "'\t=1\r\n"],
  [' =1', "' =1\r\n"],
  ['＝1', "'＝1\r\n"],
  ['\r=1', `"'\r=1"\r\n`],
  ['Marlow, Dental', '"Marlow, Dental"\r\n'],
  ['the "other"', '"the ""other"""\r\n'],
  ['two\nlines', '"two\nlines"\r\n'],
  ['إضافة 🧾', 'إضافة 🧾\r\n'],
])('the text %j is written %j', (text, line) => {
  expect(csvLine([text])).toBe(line)
})

test('numbers keep their minus, and a text that is not a number is refused', () => {
  expect(csvLine([{ decimal: '-119.00' }, null, 'x'])).toBe('-119.00,,x\r\n')
  expect(() => csvLine([{ decimal: '=1' }])).toThrow('Invalid decimal')
})

/** Reads one line as RFC 4180 says. */
const read = (line: string): string[] => {
  const cells: string[] = []
  let rest = line.slice(0, -2)
  for (;;) {
    const [whole, inQuotes, bare] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|$)/.exec(rest)!
    cells.push(inQuotes?.replaceAll('""', '"') ?? bare!)
    if (whole.length === rest.length) return cells
    rest = rest.slice(whole.length + 1)
  }
}

test('any text is read as it was written, and never begins a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('=+-@,"\r\n\t a\'9é')) })
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), (texts) => {
      const cells = read(csvLine(texts))
      expect(cells.map((cell, at) => (cell === `'${texts[at]}` ? texts[at] : cell))).toEqual(texts)
      expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    }),
  )
})
