import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { invoiceRow, lineRows, type LineGiven } from '../../../../testing/billing/invoice-rows.ts'
import type { InvoiceRow } from '../../invoices/index.ts'
import { ciiOf } from './cii.ts'
import { electronicOf } from './invoice.ts'
import { unsupportedReason, missingFields } from './missing-fields.ts'
import { ublOf } from './ubl.ts'

const hostile = 'Tom & Jerry <script>alert(1)</script> ]]> #set text(red) “…” 中文 عربى 🙂 \u0007'
const untaxed = { category: 'E', reason: 'Exempt by article 132' } as const

const cases: Readonly<Record<string, readonly [lines: readonly LineGiven[], change?: Partial<InvoiceRow>]>> = {
  standard: [[{}]],
  rates: [
    [{ quantity: '0.333333' }, { rateBps: 700, unitPriceMinor: 333 }, { rateBps: 550 }, { category: 'Z' }, untaxed],
  ],
  'reverse charge': [[{ category: 'AE', reason: 'Reverse charge' }]],
  export: [[{ category: 'G', reason: 'Export' }], { buyerVatId: null }],
  'not taxed': [[{ category: 'O', reason: 'Not subject to tax' }]],
  'not taxed, without a tax number': [[{ category: 'O', reason: 'Not subject to tax' }], { sellerTaxNumber: null }],
  credit: [[{ quantity: '-1.5' }, { quantity: '0.5', rateBps: 700 }], { paymentTerms: null }],
  'service period': [[{}], { serviceFrom: '2026-01-15', serviceTo: '2026-02-14' }],
  'credit for one day': [[{ quantity: '-1' }], { serviceFrom: '2026-01-15', serviceTo: '2026-01-15' }],
  'charge with correction': [[{ quantity: '2' }, { quantity: '-0.25' }]],
  'nothing to pay': [
    [
      { category: 'E', reason: 'Exempt', quantity: '1' },
      { ...untaxed, quantity: '-1' },
    ],
  ],
  'several lines, for nothing': [[{ description: 'Opening hours\nof all shops', unitPriceMinor: 0 }, {}]],
  yen: [[{ unitPriceMinor: 11_111 }], { currency: 'JPY' }],
  'no VAT number': [[{}], { sellerVatId: null }],
  'nothing optional': [
    [{}],
    {
      sellerBankAccount: null,
      sellerContact: null,
      buyerReference: null,
      buyerBillingEmail: null,
      paymentTerms: null,
      sellerTaxNumber: null,
      buyerVatId: null,
    },
  ],
  hostile: [
    [{ description: hostile }],
    {
      buyerLegalName: hostile,
      sellerLegalName: hostile,
      paymentTerms: hostile,
      buyerAddress: 'a\nb\n\nc\nd\ne',
      buyerReference: hostile,
    },
  ],
  'a thousand lines': [
    Array.from({ length: 1_000 }, (_, at) => ({ quantity: `0.${at + 1}`, rateBps: at % 2 ? 700 : 1_900 })),
  ],
}

const preceding = [{ number: '2026-0001', issuedOn: '2026-01-01', isReplaced: false }]
const documents = Object.entries(cases).map(([name, [given, change]]) => {
  const lines = lineRows(given)
  const row = invoiceRow(lines, change)
  expect([name, unsupportedReason(row), missingFields(row)]).toEqual([name, undefined, []])
  return { name, invoice: electronicOf(row, lines, row.type === '381' ? preceding : []) }
})

/**
 * The artefacts of CEN’s rules are EUPL-1.2 and no part of this repository: a folder with EN16931-UBL-validation.xslt,
 * EN16931-CII-validation.xslt, and optionally the schemas, from the releases of ConnectingEurope/eInvoicing-EN16931.
 */
const artefacts = process.env.ATELIER_TEST_EN16931
const saxon = '/usr/share/java/Saxon-HE.jar'
const lacking =
  artefacts === undefined
    ? 'ATELIER_TEST_EN16931 names no folder with the rules of EN 16931'
    : !existsSync(saxon) || spawnSync('java', ['-version']).error
      ? 'Java with Saxon-HE (libsaxonhe-java) is not installed'
      : undefined

// One process of Java reads both sets of rules once, and judges all documents.
const driver = `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:svrl="http://purl.oclc.org/dsdl/svrl">
  <xsl:param name="rules"/><xsl:output method="text"/>
  <xsl:template match="/list"><xsl:for-each select="file">
    <xsl:variable name="report" select="transform(map {
      'stylesheet-location': 'file:' || $rules || '/EN16931-' || @syntax || '-validation.xslt',
      'source-node': doc('file:' || .)})?output"/>
    <xsl:value-of select="'read ' || . || ' ' || count($report//svrl:fired-rule) || '&#10;'"/>
    <xsl:for-each select="$report//svrl:failed-assert">
      <xsl:value-of select="'failed ' || ../@name || ' ' || normalize-space(svrl:text) || '&#10;'"/>
    </xsl:for-each>
  </xsl:for-each></xsl:template>
</xsl:stylesheet>`

test.skipIf(lacking)(
  `each document keeps the rules of EN 16931, in both syntaxes${lacking ? `: skipped, as ${lacking}` : ''}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-en16931-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const files: string[] = []
    for (const [at, { invoice }] of documents.entries())
      for (const [syntax, text] of [['UBL', ublOf(invoice)] as const, ['CII', ciiOf(invoice)] as const]) {
        const file = join(folder, `${at}-${syntax}.xml`)
        await writeFile(file, text)
        files.push(`<file syntax="${syntax}">${file}</file>`)
      }
    await writeFile(join(folder, 'list.xml'), `<list>${files.join('')}</list>`)
    await writeFile(join(folder, 'driver.xsl'), driver)
    const run = spawnSync(
      'java',
      [
        '-cp',
        saxon,
        'net.sf.saxon.Transform',
        `-s:${join(folder, 'list.xml')}`,
        `-xsl:${join(folder, 'driver.xsl')}`,
        `rules=${artefacts!}`,
      ],
      { encoding: 'utf8' },
    )
    expect(run.stderr).toBe('')
    const said = run.stdout.trim().split('\n')
    expect(said.filter((line) => line.startsWith('failed'))).toEqual([])
    const fired = said.map((line) => Number(/ (\d+)$/.exec(line)![1]))
    expect([fired.length, Math.min(...fired) > 10]).toEqual([documents.length * 2, true])
  },
)

const noXmllint = spawnSync('xmllint', ['--version']).error ? 'xmllint (libxml2-utils) is not installed' : undefined
// EUPL-1.2, for tests alone: deploy/install.sh leaves the package out.
const schema = join(
  dirname(createRequire(import.meta.url).resolve('@stackforge-eu/factur-x')),
  '../schema/en16931/FACTUR-X_EN16931.xsd',
)

/** Which of these documents the schema of Factur-X, profile EN 16931, takes, by one process. */
const validBySchema = async (texts: readonly string[]): Promise<boolean[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-xsd-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = texts.map((_text, at) => join(folder, `${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(files[at]!, text)
  const { stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--schema', schema, ...files], { encoding: 'utf8' })
  const said = stderr.split('\n')
  return files.map((file) => {
    const takes = said.includes(`${file} validates`)
    const refuses = said.includes(`${file} fails to validate`)
    if (takes === refuses) throw new Error(stderr)
    return takes
  })
}

const mutations: Readonly<Record<string, readonly [written: string, changed: string]>> = {
  'an element that nobody knows': ['</rsm:ExchangedDocument>', '<ram:Planted/></rsm:ExchangedDocument>'],
  'another order': [
    '<ram:TypeCode>380</ram:TypeCode>',
    '<ram:IncludedNote><ram:Content>Note</ram:Content></ram:IncludedNote><ram:TypeCode>380</ram:TypeCode>',
  ],
  'no delivery': ['<ram:ApplicableHeaderTradeDelivery></ram:ApplicableHeaderTradeDelivery>', ''],
  'no total': ['<ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>', ''],
  'an amount that is no number': ['119.00</ram:GrandTotalAmount>', '119,00</ram:GrandTotalAmount>'],
  'another root': ['rsm:CrossIndustryInvoice', 'rsm:CrossIndustryBill'],
  'another namespace': ['CrossIndustryInvoice:100', 'CrossIndustryInvoice:101'],
}

test.skipIf(noXmllint)(
  `each document is valid by the schema of Factur-X, and none is that was changed${noXmllint ? `: skipped, as ${noXmllint}` : ''}`,
  async () => {
    const valid = await validBySchema(documents.map(({ invoice }) => ciiOf(invoice)))
    expect(documents.map(({ name }, at) => [name, valid[at]])).toEqual(documents.map(({ name }) => [name, true]))
    const whole = ciiOf(documents[0]!.invoice)
    const changed = Object.values(mutations).map(([written, by]) => {
      expect([written, whole.includes(written)]).toEqual([written, true])
      return whole.replaceAll(written, by)
    })
    const taken = await validBySchema(changed)
    expect(Object.keys(mutations).filter((_name, at) => taken[at])).toEqual([])
  },
)
