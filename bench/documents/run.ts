// Reads 41 documents whose text is known by Atelier, `pdftotext -layout` and `tesseract`; prints a table, writes JSON.
//   node bench/documents/run.ts [--only WORD] [--out FILE] [--keep FOLDER]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ocrLanguages } from '../../packages/document-readers/index.ts'
import { chooseDriver } from '../../execution/sandbox/index.ts'
import { openChromium } from '../../testing/console/chromium.ts'
import { goldenSet } from './golden-set.ts'
import { hasFontFor, readByAtelier, readByPdftotext, readByTesseract, writeDocument } from './readers.ts'
import { tableOf, type Row } from './report.ts'
import { scoreOf } from './score.ts'
import { openWorkshop } from './workshop.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, out: { type: 'string' }, keep: { type: 'string' } },
})
const languages = ocrLanguages()
if (languages === undefined) throw new Error('Install the Debian packages tesseract-ocr and poppler-utils first.')
const installed = languages.split('+')
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'atelier-golden-')))
await mkdir(folder, { recursive: true })
const browser = await openChromium()
const sandboxes = await chooseDriver(undefined)
const rows: Row[] = []
const missing: string[] = []

try {
  const workshop = openWorkshop(browser, folder)
  for (const document of goldenSet) {
    if (values.only !== undefined && !`${document.group} ${document.name}`.includes(values.only)) continue
    const lacks = [
      document.group !== 'office' && !(await hasFontFor(document.language)) && `a font for ${document.language}`,
      document.group === 'scan' &&
        !installed.includes(document.ocr) &&
        `tesseract-ocr-${document.ocr.replace('_', '-')}`,
    ].filter((lack) => lack !== false)
    if (lacks.length > 0) {
      missing.push(`“${document.name}” (${document.group}) was left out: ${lacks.join(' and ')} is not installed.`)
      continue
    }
    const file = await writeDocument(folder, document, await document.make(workshop))
    const began = performance.now()
    const atelier = await readByAtelier(sandboxes, languages, file)
    const seconds = (performance.now() - began) / 1_000
    const others = [await readByPdftotext(file), await readByTesseract(file)]
    const [pdftotext, tesseract] = others.map((reading) => reading && scoreOf(document.blocks, reading.output))
    if (values.keep !== undefined)
      for (const reading of [atelier, ...others])
        if (reading) await writeFile(`${file.path}.${reading.engine}.txt`, reading.output)
    const row: Row = {
      name: document.name,
      group: document.group,
      engine: atelier.engine,
      seconds,
      atelier: scoreOf(document.blocks, atelier.output),
      pdftotext,
      tesseract,
    }
    rows.push(row)
    console.error(`${document.group}: ${document.name}, ${seconds.toFixed(1)} s`)
  }
} finally {
  await browser.close()
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true })
}

console.log(tableOf(rows))
for (const sentence of missing) console.log(sentence)
if (values.out !== undefined)
  await writeFile(values.out, `${JSON.stringify({ languages, missing, rows }, undefined, 2)}\n`)
