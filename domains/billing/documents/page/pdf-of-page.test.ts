import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { invoiceRow, lineRows, type LineGiven } from '../../../../testing/billing/invoice-rows.ts'
import { streamsOf } from '../../../../testing/ai/pdf-streams.ts'
import { pixelBase64 } from '../../../../testing/ai/pixel.ts'
import type { InvoiceRow } from '../../invoices/index.ts'
import { profiles } from '../../invoices/rules/profiles.ts'
import { ciiOf } from '../../../../packages/einvoice/index.ts'
import { electronicOf } from '../electronic/invoice.ts'
import { pageOf, textsOf } from './page-of.ts'
import { renderPage } from './render.ts'

const { signal } = new AbortController()

const render = (given: readonly LineGiven[], change: Partial<InvoiceRow> = {}, logo: Buffer | null = null) => {
  const lines = lineRows(given)
  const row = invoiceRow(lines, change)
  const xml = row.status === 'void' ? null : ciiOf(electronicOf(row, lines, [], profiles.en16931))
  return { xml, rendered: renderPage({ page: pageOf(row, lines, []), texts: textsOf(row, lines), xml, logo }, signal) }
}
const pdfOf = async (...given: Parameters<typeof render>): Promise<Buffer> => {
  const rendered = await render(...given).rendered
  if (!Buffer.isBuffer(rendered)) throw new Error(JSON.stringify(rendered))
  return rendered
}

const pagesIn = (pdf: Buffer) => Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf.toString('latin1'))![1])

describe('the PDF of an invoice', () => {
  test('is PDF/A-3b and Factur-X by its metadata, and has the colours and fonts that it needs', async () => {
    const pdf = await pdfOf([{}])
    const text = pdf.toString('latin1')
    expect(text).toMatch(/^%PDF-1\.7/)
    const metadata = text.slice(text.lastIndexOf('<?xpacket begin'))
    for (const said of [
      '<pdfaid:part>3<',
      '<pdfaid:conformance>B<',
      '<fx:ConformanceLevel>EN 16931<',
      '<fx:DocumentType>INVOICE<',
      '<fx:DocumentFileName>factur-x.xml<',
      '<pdfaSchema:prefix>fx<',
    ])
      expect(metadata).toContain(said)
    expect(text).toMatch(/\/OutputIntents/)
    expect(text).toMatch(/\/S \/GTS_PDFA1/)
    const fonts = text.match(/\/Type \/FontDescriptor/g)!.length
    expect([fonts > 0, text.match(/\/FontFile[23] \d+ 0 R/g)!.length]).toEqual([true, fonts])
    expect(text).toMatch(/\/AFRelationship \/Alternative/)
    expect(text).not.toMatch(/\/JavaScript|\/Launch|\/URI\b/)
  })

  test('carries the electronic invoice, byte for byte', async () => {
    const { xml, rendered } = render([{ description: 'Tom & Jerry <b>' }])
    expect(streamsOf((await rendered) as Buffer)).toContain(xml)
  })

  test('has references that lead to its objects, with the objects of its update last', async () => {
    const text = (await pdfOf([{}])).toString('latin1')
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
    const update = /^xref\n0 1\n0{10} 65535 f \n(\d+) 1\n(\d{10}) 00000 n \ntrailer/.exec(text.slice(start))!
    expect(text.slice(Number(update[2])).startsWith(`${update[1]!} 0 obj\n`)).toBe(true)
    const [, length] = /\/Length (\d+)/.exec(text.slice(Number(update[2])))!
    const stream = text.indexOf('stream\n', Number(update[2])) + 7
    expect(text.slice(stream + Number(length), stream + Number(length) + 10)).toBe('\nendstream')
    expect(text.slice(Number(/\/Prev (\d+)/.exec(text.slice(start))![1])).startsWith('xref')).toBe(true)
  })

  test('takes no name for a part of the file', async () => {
    const name = 'trailer << /Metadata 1 0 R /Root 1 0 R >> startxref'
    const ending = (await pdfOf([{}], { brand: { name, primary: '#2453ff' } })).toString('latin1').split('\ntrailer')
    expect(ending).toHaveLength(3)
    expect(ending.at(-1)).not.toContain('Metadata')
    expect(ending.at(-2)).toContain('<fx:DocumentType>INVOICE<')
  })

  test('is the same for the same invoice, byte by byte, and another for another', async () => {
    const change = { id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11' }
    const digest = async (given: readonly LineGiven[]) =>
      createHash('sha256')
        .update(await pdfOf(given, change))
        .digest('hex')
    const first = await digest([{ description: 'one' }])
    expect(await digest([{ description: 'two' }])).not.toBe(first)
    expect(await digest([{ description: 'one' }])).toBe(first)
  })

  test('holds forty lines, a name of 200 letters without a space, markup, Arabic and Hebrew', async () => {
    const hostile = '#set page(width: 1cm) *x* $y$ <script> @label #read("/etc/passwd") عربي עברית'
    const pdf = await pdfOf(
      Array.from({ length: 40 }, () => ({ description: hostile })),
      { buyerLegalName: 'x'.repeat(200), language: 'de' },
    )
    expect(pagesIn(pdf)).toBeGreaterThan(1)
    expect(pdf.toString('latin1')).toContain('Rechnung')
  })

  test('names the field and the characters that no font has', async () => {
    expect(await render([{ description: 'Done ᚠ 𓀀' }]).rendered).toEqual({
      field: 'lines[0].description',
      characters: ['ᚠ', '𓀀'],
    })
  })

  test('shows a logo, and the name if the logo is no picture after all', async () => {
    const isImage = (pdf: Buffer) => pdf.toString('latin1').includes('/Subtype /Image')
    expect(isImage(await pdfOf([{}], {}, Buffer.from(pixelBase64, 'base64')))).toBe(true)
    const broken = Buffer.concat([Buffer.from(pixelBase64, 'base64').subarray(0, 40), Buffer.alloc(40)])
    expect(isImage(await pdfOf([{}], { status: 'void', voidedAt: new Date(0), voidReason: 'Wrong' }, broken))).toBe(
      false,
    )
  })

  test('shows the name if the parts of a drawing multiply beyond what is drawn', async () => {
    const level = (at: number) => `<g id="l${at}"><use href="#l${at - 1}"/><use href="#l${at - 1}" x="1"/></g>`
    const levels = (count: number) => Array.from({ length: count }, (_none, at) => level(at + 1)).join('')
    const drawing = (count: number) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="l0"><path d="M0 0h1v1z"/></g>${levels(count)}</svg>`,
      )
    const none = await pdfOf([{}])
    const small = await pdfOf([{}], {}, drawing(1))
    const bomb = await pdfOf([{}], {}, drawing(60))
    expect([small.equals(none), bomb.equals(none)]).toEqual([false, true])
  })
})

test('the notes that French law requires follow the terms, only for a client with the profile of France', () => {
  const lines = lineRows([{}])
  const sellerElectronic = {
    endpoint: null,
    legalId: null,
    notes: [{ code: 'PMT', text: 'Indemnité de 40 €' } as const],
  }
  const termsFor = (profile: 'franceCtc' | 'en16931') => {
    const buyerElectronic = { endpoint: null, legalId: null, orderReference: null, profile }
    const row = invoiceRow(lines, { paymentTerms: 'Net 30 days', sellerElectronic, buyerElectronic })
    return [pageOf(row, lines, []).payment?.terms, textsOf(row, lines).map(({ field }) => field)] as const
  }
  const [terms, fields] = termsFor('franceCtc')
  expect(terms).toBe('Net 30 days\nIndemnité de 40 €')
  expect(fields).toContain('sellerElectronic.notes[0].text')
  expect(termsFor('en16931')[0]).toBe('Net 30 days')
})
