import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chargeFor, draftBody, issuedOf, wholeBuyer, wholeSeller } from '../../../../testing/billing/billed-work.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { makeAccount } from '../../../../testing/clients/portals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { saveBillingIdentity, saveClientBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import { createClientInvoiceDraft } from '../../../../domains/billing/invoices/contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('invoices drafts open billables, issues it, and records that it was paid', async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  const run = (...words: string[]) => runCommand(server, at.owner, ['invoices', ...words])
  expect((await run()).printed).toEqual(['There are no such invoices.'])
  const draft = ['draft', '--client', 'Globex', '--address', '2 Quay Road', '--due', '2099-03-04']
  expect((await run(...draft)).failure).toMatchObject({ code: 'no_billable' })
  await chargeFor(at, account, { quantity: '1.5' })
  const later = await chargeFor(at, account, { currency: 'JPY' })
  expect((await run(...draft, '--rate', 'standard=much')).failure).toMatchObject({ kind: 'usage' })
  const yen = await run(...draft, '--rate', 'standard=10', '--billable', later)
  expect(yen.printed[0]).toContain('· draft · 11000 JPY · due 2099-03-04 · Globex')
  await run('void', (yen.documents[0] as { id: string }).id, '--reason', 'Another day')
  expect((await run(...draft, '--rate', 'standard=19')).failure).toMatchObject({ code: 'invoice_two_currencies' })
})

test('invoices lists, shows and voids by number, and refuses an unknown invoice', async () => {
  const at = await scene(server)
  await chargeFor(at, await makeAccount(at), { quantity: '1.5' })
  const run = (...words: string[]) => runCommand(server, at.owner, ['invoices', ...words])
  const draft = ['draft', '--client', 'Globex', '--address', '2 Quay Road', '--due', '2099-03-04']
  const drafted = await run(...draft, '--rate', 'standard=5.5')
  expect(drafted.printed).toEqual([
    expect.stringMatching(/^[0-9a-f]{8} {2}no number yet · draft · 158\.25 EUR · due 2099-03-04 · Globex$/),
    '  1.5 hour  Opening hours  150.00 EUR',
    '  tax S 5.5 %  8.25 EUR',
    '  en16931: lacks sellerLegalName, sellerPostalAddress, buyerPostalAddress, sellerVatId',
  ])
  const { id } = drafted.documents[0] as { id: string }
  const number = `${new Date().getUTCFullYear()}-0001`
  expect((await run('issue', id.slice(-8))).printed).toEqual([`Issued as ${number}: 158.25 EUR`])
  expect((await run('--status', 'final', '--client', 'Globex')).printed).toEqual([
    expect.stringContaining(`${number} · final`),
  ])
  expect((await run('show', number)).documents).toMatchObject([{ id, invoiceNumber: number }])
  expect((await run('paid', number, '--amount', '0')).failure).toMatchObject({ message: expect.stringContaining('0') })
  expect((await run('paid', number, '--on', '2026-01-04', '--amount', '100')).documents).toMatchObject([
    { status: 'final', paidCents: 10_000, dueCents: 5_825 },
  ])
  expect((await run('paid', number, '--on', '2026-01-05', '--reference', 'Statement 7')).documents).toMatchObject([
    { status: 'paid', paidAt: '2026-01-05T00:00:00.000Z', paymentReference: 'Statement 7' },
  ])
  expect((await run('paid', number, '--kind', 'chargeback', '--amount', '58.25')).documents).toMatchObject([
    { status: 'paid', paidCents: 10_000, dueCents: 5_825 },
  ])
  expect((await run('void', number, '--reason', 'Wrong')).failure).toMatchObject({ code: 'invoice_paid' })
  expect((await run('show', '2026-9999')).failure).toMatchObject({ code: 'no_invoice' })
  expect((await run('--client', 'Nobody')).failure).toMatchObject({ code: 'no_client' })
})

test('invoices shows debts by age, and writes a table', async () => {
  const at = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'cli-invoices-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = (...words: string[]) => runCommand(server, at.owner, ['invoices', ...words], folder)
  expect((await run('aging', '--as-of', '2026-03-31')).printed).toEqual(['Nothing was owed on 2026-03-31 (UTC).'])
  await issuedOf(at, [await chargeFor(at, await makeAccount(at))])
  const late = '1–30 days late 0.00 · 31–60 0.00 · 61–90 0.00 · over 90 0.00'
  expect((await run('aging')).printed).toEqual([`Globex: 119.00 EUR · not due 119.00 · ${late}`])
  expect((await run('aging', '--as-of', '2026-02-30')).failure).toMatchObject({ code: 'day_not_in_calendar' })
  const month = new Date().toISOString().slice(0, 7)
  const billed = await run('revenue', '--client', 'Globex')
  expect(billed.printed).toEqual([`${month} Globex: 100.00 EUR · paid 0.00 · open 100.00`])
  const early = await run('revenue', '--from', '2026-01', '--to', '2026-01')
  expect(early.printed).toEqual(['Nothing was billed from 2026-01 to 2026-01 (UTC).'])
  await run('aging', '--csv', 'owed.csv')
  expect(await readFile(join(folder, 'owed.csv'), 'utf8')).toMatch(/^as_of,.*\r\n.*,Globex,EUR,119\.00,.*\r\n$/)
  await run('export', '--out', 'invoices.csv')
  expect(await readFile(join(folder, 'invoices.csv'), 'utf8')).toMatch(/^number,.*\r\n\d{4}-0001,380,final,.*\r\n$/)
})

test('invoices accounting shows the needs of postings, and the export writes them for DATEV', async () => {
  const at = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'cli-datev-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = (...words: string[]) => runCommand(server, at.owner, ['invoices', ...words], folder)
  await issuedOf(at, [await chargeFor(at, await makeAccount(at))])
  const today = new Date().toISOString().slice(0, 10)
  const datev = ['export', '--datev', '--from', today, '--to', today, '--out', 'EXTF_one.csv']
  expect((await run(...datev)).failure).toMatchObject({ code: 'accounting_lacks' })
  expect((await run('accounting', '--account', 'standard=84')).failure).toMatchObject({ kind: 'usage' })
  const numbers = ['--consultant', '29098', '--number', '55003', '--chart', '03']
  await run('accounting', ...numbers, '--account', 'standard=8401', '--account', 'reduced=8300:2')
  expect((await run('accounting', '--account', 'standard=8400')).printed).toEqual([
    'Consultant 29098 · client 55003',
    'Fiscal years begin with month 1 · ledger accounts have 4 digits · SKR 03',
    'standard: 8400',
    'reduced: 8300 with tax key 2',
  ])
  expect((await run('accounting', '--client', 'Globex', '--debtor', '10023')).printed).toEqual(['Debtor account 10023'])
  expect((await run(...datev)).printed).toEqual([expect.stringMatching(/^Wrote .*EXTF_one\.csv \(/)])
  expect(await readFile(join(folder, 'EXTF_one.csv'), 'latin1')).toMatch(/^"EXTF";700;21;.*\r\n119,00;"S";"EUR";/s)
})

test('invoices evidence shows the evidence of lines, and its file is checked without a server', async () => {
  const at = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'cli-evidence-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = (...words: string[]) => runCommand(server, at.owner, words, folder)
  const id = await issuedOf(at, [await chargeFor(at, await makeAccount(at))])
  const shown = (await run('invoices', 'evidence', id)).printed
  expect(shown).toEqual([
    '1  Opening hours  100.00 EUR',
    expect.stringMatching(/^ {5}entered by a person on \d{4}-\d\d-\d\d; nothing else stands behind it$/),
    '     recorded by owner',
    expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
  ])
  await run('invoices', 'evidence', id, 'evidence.json')
  const text = await readFile(join(folder, 'evidence.json'), 'utf8')
  expect(text).not.toContain('notes')
  const { sha256 } = JSON.parse(text) as { sha256: string }
  const held = await run('verify', 'evidence', 'evidence.json', '--sha256', sha256.toUpperCase())
  expect([held.failure, held.printed]).toEqual([
    undefined,
    [expect.stringMatching(/^Evidence of \d{4}-0001 for Globex$/), ...shown.slice(0, 2), shown.at(-1)],
  ])
  const other = await run('verify', 'evidence', 'evidence.json', '--sha256', '0'.repeat(64))
  expect(other.failure).toMatchObject({ code: 'other_evidence' })
  await writeFile(join(folder, 'changed.json'), text.replace('Opening', 'Closing'))
  for (const file of ['changed.json', 'none.json'])
    expect((await run('verify', 'evidence', file)).failure).toMatchObject({
      code: file === 'none.json' ? 'no_file' : 'evidence_broken',
    })
})

test('invoices writes the PDF and the XML, sends it, and shows the states of the letters', async () => {
  const at = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'cli-invoices-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const account = await makeAccount(at)
  await at.owner.call(saveBillingIdentity, { body: wholeSeller })
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: wholeBuyer })
  const id = await issuedOf(at, [await chargeFor(at, account)])
  const run = (...words: string[]) => runCommand(server, at.owner, ['invoices', ...words], folder)
  expect((await run('pdf', id, 'one.pdf')).printed).toEqual([expect.stringMatching(/^Wrote .*one\.pdf \(/)])
  expect((await readFile(join(folder, 'one.pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-')
  await run('xml', id, 'one.xml')
  expect(await readFile(join(folder, 'one.xml'), 'utf8')).toMatch(/^<\?xml/)
  expect((await run('letters', id)).printed).toEqual(['It went by no letter.'])
  expect((await run('send', id)).failure).toMatchObject({ code: 'invoice_without_billing_email' })
  const body = draftBody([await chargeFor(at, account)], { buyerBillingEmail: 'billing@globex.example' })
  const { id: other } = (await at.owner.call(createClientInvoiceDraft, { body })).body as { id: string }
  await run('issue', other)
  const said = expect.stringContaining('invoice to billing@globex.example · pdf, xml · outbox') as string
  expect((await run('send', other)).printed).toEqual([said])
  const proved = await run('send', other, '--evidence')
  const { evidenceSha256 } = proved.documents[0] as { evidenceSha256: string }
  const withEvidence = expect.stringContaining('· pdf, xml, evidence · outbox') as string
  expect(proved.printed).toEqual([withEvidence, `Evidence: SHA-256 ${evidenceSha256}`])
  const listed = await run('letters', other)
  const hash = expect.stringMatching(/^ {2}(pdf|xml|evidence) +[0-9a-f]{64}$/) as string
  expect(listed.printed).toEqual([withEvidence, hash, hash, hash, said, hash, hash])
  await run('sent', other, listed.printed[2]!.slice(-64), 'sent.xml')
  expect(await readFile(join(folder, 'sent.xml'), 'utf8')).toMatch(/^<\?xml/)
})

test('invoices reminders shows their days, and changes them for all clients or for one', async () => {
  const at = await scene(server)
  await makeAccount(at)
  const run = async (...words: string[]) =>
    (await runCommand(server, at.owner, ['invoices', 'reminders', ...words])).printed
  expect(await run()).toEqual(['No reminders go.'])
  const said = 'Reminders go: 3 days before, on the due day, 1 day after.'
  expect(await run('--days=-3,0,1')).toEqual([said])
  expect(await run('--client', 'Globex')).toEqual([`${said} As the workspace does.`])
  expect(await run('--client', 'Globex', '--days', 'none')).toEqual(['No reminders go.'])
  expect(await run('--client', 'Globex', '--days', 'default')).toEqual([`${said} As the workspace does.`])
  const wrong = await runCommand(server, at.owner, ['invoices', 'reminders', '--days', 'soon'])
  expect(wrong.failure).toMatchObject({ kind: 'usage' })
})
