import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { invoiceRow, lineRows } from '../../../../testing/billing/invoice-rows.ts'
import { pageOf, textsOf } from './page-of.ts'
import { renderPage } from './render.ts'

const lacking = spawnSync('pdftotext', ['-v']).error ? 'pdftotext (poppler-utils) is not installed' : undefined

const { signal } = new AbortController()
const render = (descriptions: readonly string[]) => {
  const lines = lineRows(descriptions.map((description) => ({ description })))
  const row = invoiceRow(lines, { id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11' })
  return renderPage({ page: pageOf(row, lines, []), texts: textsOf(row, lines), xml: null, logo: null }, signal)
}

/** A reader's text of a PDF, without the marks of the lines' direction. */
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
  Chinese: '北京营业有限公司 營業時間',
  Japanese: '々木ひらがなカタカナ',
  Korean: '영업 시간',
  Georgian: 'სამუშაო საათები',
  Armenian: 'Աշխատանքային ժամեր',
  Ethiopic: 'የሥራ ሰዓት',
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
  ['Thai', 'เวลาทำการ'],
  ['Lao', 'ເວລາເຮັດວຽກ'],
  ['Khmer', 'ម៉ោងធ្វើការ'],
  ['Burmese', 'ဖွင့်ချိန်'],
  ['Hindi', 'खुलने का समय'],
  ['Bengali', 'খোলার সময়'],
  ['Gujarati', 'ખુલવાનો સમય'],
  ['Punjabi', 'ਖੁੱਲ੍ਹਣ ਦਾ ਸਮਾਂ'],
  ['Kannada', 'ತೆರೆಯುವ ಸಮಯ'],
  ['Malayalam', 'തുറക്കുന്ന സമയം'],
  ['Odia', 'ଖୋଲିବା ସମୟ'],
  ['Sinhala', 'විවෘත වේලාවන්'],
  ['Tamil', 'திறக்கும் நேரம்'],
  ['Telugu', 'తెరిచే సమయం'],
  ['emoji', 'Done 🙂 👩‍👩‍👧 ❤️ 👍🏽 🇩🇪 ✓ ★'],
])('%s is shown', async (_script, description) => {
  expect(Buffer.isBuffer(await render([description]))).toBe(true)
})

test.each([
  ['Cherokee', 'ᏣᎳᎩ', ['Ꮳ', 'Ꮃ', 'Ꭹ']],
  ['hieroglyphs', 'a 𓀀', ['𓀀']],
])('%s is no script of the fonts, and the answer names its characters', async (_script, description, characters) => {
  const rendered = await render(['Opening hours', description])
  expect(Buffer.isBuffer(rendered) ? 'a page' : rendered).toEqual({ field: 'lines[1].description', characters })
})
