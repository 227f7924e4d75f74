import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { invoiceRow, lineRows } from '../../../../testing/invoice-rows.ts'
import { pageOf, textsOf } from './page-of.ts'
import { renderPage } from './render.ts'

const lacking = spawnSync('pdftotext', ['-v']).error ? 'pdftotext (poppler-utils) is not installed' : undefined

const { signal } = new AbortController()
const render = (descriptions: readonly string[]) => {
  const lines = lineRows(descriptions.map((description) => ({ description })))
  const row = invoiceRow(lines, { id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11' })
  return renderPage({ page: pageOf(row, lines, []), texts: textsOf(row, lines), xml: null, logo: null }, signal)
}

/** What a reader finds in a PDF, without the marks that tell how its lines run. */
const textOf = (pdf: Buffer): string => {
  const { stdout, status } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.replaceAll(/[\u200b\u202a-\u202e\u2066-\u2069]/g, '')
}
const readBack = async (...descriptions: string[]): Promise<string> => {
  const rendered = await render(descriptions)
  if (!Buffer.isBuffer(rendered)) throw new Error(JSON.stringify(rendered))
  return textOf(rendered)
}

const scripts = {
  Latin: 'Öffnungszeiten – “Größe”, naïve Ærø Łódź',
  Cyrillic: 'Часы работы на каждой странице, ґ ђ ї',
  Greek: 'Ώρες λειτουργίας σε κάθε σελίδα',
  Arabic: 'ساعات العمل في كل صفحة',
  Hebrew: 'שעות פתיחה בכל עמוד',
  Persian: 'گزارش ژرف پروژه',
}
const plain = {
  HTML: '<b onclick="x">Tom & Jerry</b> &amp; <!-- -->',
  Typst: '*bold* $x^2$ @label `raw` #read("/etc/passwd")',
}

test.skipIf(lacking)(
  `the text of a page is found again in each script, and markup as it was written${lacking ? `: skipped, as ${lacking}` : ''}`,
  async () => {
    const text = await readBack(...Object.values(scripts), ...Object.values(plain))
    for (const [name, written] of Object.entries({ ...scripts, ...plain }))
      expect([name, text.includes(written)]).toEqual([name, true])
  },
)

test.skipIf(lacking)(
  `500 letters without a space are all on the page${lacking ? `: skipped, as ${lacking}` : ''}`,
  async () => {
    const text = await readBack('ŧ'.repeat(500), 'ж'.repeat(500), 'ع'.repeat(500))
    const counted = ['ŧ', 'ж', 'ع'].map((letter) => text.split(letter).length - 1)
    expect(counted).toEqual([500, 500, 500])
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(140)
  },
)

test.each([
  ['emoji', 'Done 🙂', ['🙂']],
  ['Chinese', '营业时间', ['营', '业', '时', '间']],
  ['Japanese', 'ひらがな', ['ひ', 'ら', 'が', 'な']],
  ['Korean', '영업', ['영', '업']],
  ['Thai', 'เวลา', ['เ', 'ว', 'ล', 'า']],
])('%s is no script of the fonts, and the answer names its characters', async (_script, description, characters) => {
  const rendered = await render(['Opening hours', description])
  expect(Buffer.isBuffer(rendered) ? 'a page' : rendered).toEqual({ field: 'lines[1].description', characters })
})
