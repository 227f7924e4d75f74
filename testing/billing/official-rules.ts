import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ProfileName } from '../../domains/billing/billables/rules.ts'
import { ciiOf, type ElectronicInvoice, ublOf } from '../../packages/einvoice/index.ts'

/** An invoice in the profile that it claims. */
export interface ProfiledInvoice {
  readonly name: string
  readonly profile: ProfileName
  readonly invoice: ElectronicInvoice
}

/**
 * The rules are no part of this repository (EUPL-1.2 and others): a checkout of github.com/phax/phive-rules, which has
 * those of EN 16931, Peppol, XRechnung, Factur-X and France as XSLT.
 */
const checkout = process.env.ATELIER_TEST_EN16931
const saxon = '/usr/share/java/Saxon-HE.jar'
/** The reason why this machine has not got them; undefined if it has. */
export const lackingRules =
  checkout === undefined
    ? 'ATELIER_TEST_EN16931 names no checkout of phive-rules'
    : !existsSync(saxon) || spawnSync('java', ['-version']).error
      ? 'Java with Saxon-HE (libsaxonhe-java) is not installed'
      : undefined

const rulesOf = (part: string, file: string) => `phive-rules-${part}/src/main/resources/external/schematron/${file}`
const core = {
  ubl: rulesOf('en16931', '1.3.16/ubl/EN16931-UBL-validation.xslt'),
  cii: rulesOf('en16931', '1.3.16/cii/EN16931-CII-validation.xslt'),
}
/** The rules that a document of each profile has to keep, by syntax. */
const rulesFor: Readonly<Record<ProfileName, Readonly<Record<'ubl' | 'cii', readonly string[]>>>> = {
  en16931: { ubl: [core.ubl], cii: [core.cii, rulesOf('zugferd', '2.5.2/FACTUR-X_EN16931.xslt')] },
  peppol: { ubl: [core.ubl, rulesOf('peppol', 'openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt')], cii: [] },
  xrechnung: {
    ubl: [core.ubl, rulesOf('xrechnung', '3.0.2/XRechnung-UBL-validation.xslt')],
    cii: [core.cii, rulesOf('xrechnung', '3.0.2/XRechnung-CII-validation.xslt')],
  },
  franceCtc: {
    ubl: [core.ubl, rulesOf('france', 'ctc/1.3.1/xslt/20260430_BR-FR-Flux2-Schematron-UBL_V1.3.1.xslt')],
    cii: [core.cii, rulesOf('france', 'ctc/1.4.0.03/xslt/20260804_BR-FR-Flux2-Schematron-CII_V1.4.0.03.xslt')],
  },
}

// One process of Java reads all sets of rules once, and judges all documents.
const driver = `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:svrl="http://purl.oclc.org/dsdl/svrl">
  <xsl:output method="text"/>
  <xsl:template match="/list"><xsl:for-each select="file">
    <xsl:variable name="report" select="transform(map {
      'stylesheet-location': 'file:' || @rules, 'source-node': doc('file:' || .)})?output"/>
    <xsl:value-of select="'read ' || . || ' ' || count($report//svrl:fired-rule) || '&#10;'"/>
    <xsl:for-each select="$report//svrl:failed-assert[not((@flag, @role)[1] = ('warning', 'information'))]">
      <xsl:value-of select="'failed ' || @id || ' ' || ../@name || ' ' || normalize-space(svrl:text) || '&#10;'"/>
    </xsl:for-each>
  </xsl:for-each></xsl:template>
</xsl:stylesheet>`

/** Fatal findings of the rules, by document, and how many rules fired for the one with the fewest. */
export const judgeByRules = async (judged: readonly ProfiledInvoice[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-en16931-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files: string[] = []
  for (const [at, { invoice: document, profile }] of judged.entries())
    for (const [syntax, text] of [['ubl', ublOf(document)] as const, ['cii', ciiOf(document)] as const]) {
      const file = join(folder, `${at}-${syntax}.xml`)
      await writeFile(file, text)
      for (const rules of rulesFor[profile][syntax])
        files.push(`<file rules="${join(checkout!, rules)}">${file}</file>`)
    }
  await writeFile(join(folder, 'list.xml'), `<list>${files.join('')}</list>`)
  await writeFile(join(folder, 'driver.xsl'), driver)
  const words = [
    '-cp',
    saxon,
    'net.sf.saxon.Transform',
    `-s:${join(folder, 'list.xml')}`,
    `-xsl:${join(folder, 'driver.xsl')}`,
  ]
  const run = spawnSync('java', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  let name = ''
  const fired: number[] = []
  const fatal: string[] = []
  for (const text of run.stdout.trim().split('\n')) {
    const [word, file] = text.split(' ')
    if (word === 'read') {
      const [at, syntax] = basename(file!, '.xml').split('-')
      name = `${judged[Number(at)]!.name} (${syntax})`
      fired.push(Number(text.split(' ').at(-1)))
    } else if (word === 'failed') fatal.push(`${name}: ${text.slice(word.length + 1)}`)
  }
  expect([run.status, run.stderr.includes('error'), fired.length]).toEqual([0, false, files.length])
  return { fatal, leastFired: Math.min(...fired) }
}
