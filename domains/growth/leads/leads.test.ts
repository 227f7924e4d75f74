import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { textRow, workbookOf, zipOf } from '../../../testing/ai/documents.ts'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { withoutRequestId, type Caller } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { ownerMark } from '../../../execution/sandbox/index.ts'
import { archiveGrowthProject } from '../research/contract.ts'
import { addGrowthSuppressions } from '../suppression/contract.ts'
import { updateGrowthLead } from '../sending/contract.ts'
import { listGrowthLeads, uploadGrowthLeadList } from './contract.ts'
import { workbookMediaType } from './rules/records.ts'
import { judgeLeads } from './recipient.ts'
import { leadsById, removeOldLeads } from './store.ts'
import { removeUnfinishedLists } from './store-lists.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

interface Upload {
  readonly query?: Readonly<Record<string, string>>
  readonly mediaType?: string
}
const upload = async (
  caller: Caller,
  projectId: string,
  text: string | Uint8Array,
  { query = {}, mediaType = 'text/csv' }: Upload = {},
) => {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const response = await caller.open(
    uploadGrowthLeadList,
    { projectId, query, headers: { 'content-type': mediaType } },
    { body: new Uint8Array(body) },
  )
  return { status: response.status, body: (await response.json()) as Record<string, never>, headers: response.headers }
}
const world = async () => {
  const at = await scene(server)
  return { at, projectId: await growthProjectIn(server, at) }
}
const list = async ({ member }: Scene, projectId: string, query = {}) =>
  (await member.call(listGrowthLeads, { projectId, query })).body as Record<string, unknown>[]
const set = ({ member }: Scene, leadId: string, status: string) =>
  member.call(updateGrowthLead, { leadId, body: { status } })

test('201 imports a list with the source of each value, and reports each refused row by its number', async () => {
  const { at, projectId } = await world()
  await at.member.call(addGrowthSuppressions, { body: { entries: ['blocked.example', 'eve@example.com'] } })
  const text = [
    'E-Mail;Vorname;Firma;Website;Farbe',
    'Ada@Example.com;Ada;=cmd|calc;;rot',
    'ada@EXAMPLE.com;Ada;;;',
    'eve@example.com;Eve;;;',
    'x@mail.blocked.example;X;;;',
    ';;Bücher;https://www.bücher.example/;',
    ';;Bücher;bücher.example;',
    'nonsense;;;;',
    ';Nobody;;;',
    '',
  ].join('\r\n')
  const reply = await upload(at.member, projectId, text, { query: { fileName: 'leads.csv' } })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      fileName: 'leads.csv',
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      sheet: null,
      otherSheets: [],
      hasHeader: true,
      rows: 8,
      imported: 2,
      refused: 6,
      reasons: { duplicate: 2, suppressed: 2, bad_address: 1, no_address_or_domain: 1 },
      refusals: [
        { row: 3, reason: 'duplicate' },
        { row: 4, reason: 'suppressed' },
        { row: 5, reason: 'suppressed' },
        { row: 7, reason: 'duplicate' },
        { row: 8, reason: 'bad_address' },
        { row: 9, reason: 'no_address_or_domain' },
      ],
    },
  })
  const rows = await list(at, projectId)
  expect(rows.map(({ address, domain: of, status }) => [address, of, status]).sort()).toEqual([
    [null, 'xn--bcher-kva.example', 'new'],
    ['ada@example.com', 'example.com', 'new'],
  ])
  expect(rows.find(({ address }) => address !== null)!.evidence).toMatchObject([
    { field: 'email', value: 'Ada@Example.com', source: 'list', row: 2, costUsd: 0, confidence: 1 },
    { field: 'firstName', value: 'Ada' },
    { field: 'company', value: '=cmd|calc' },
  ])
  const id = (reply.body as unknown as { id: string }).id
  expect(await at.auditActions(id)).toEqual(['growth_lead.import'])
  expect(await at.eventNames(id)).toEqual(['growth_lead.imported'])
  const records = JSON.stringify([
    await wholeChain(server, at.workspace),
    await at.rows('activity_event'),
  ]).toLowerCase()
  expect(records).not.toContain('ada@example.com')
  expect((await upload(at.member, projectId, text)).body).toMatchObject({ imported: 0, reasons: { duplicate: 4 } })
})

test('201 imports a sheet of a workbook by its bytes, with the numbers of its rows', async () => {
  const { at, projectId } = await world()
  const rows = [
    textRow(['Leads of the fair'], 1),
    textRow(['E-Mail', 'Vorname', 'Firma', 'Einwilligung'], 3),
    textRow(['Ada@Example.com', 'Ada', "=cmd|' /C calc'!A0", 'FALSE'], 4),
    `<row r="7"><c r="A7" t="str"><f>LOWER("EVE@EXAMPLE.ORG")</f><v>eve@example.org</v></c>
      <c r="C7"><v>4711</v></c><c r="D7" s="1"><v>45000</v></c></row>`,
    textRow(['nonsense', '', '', ''], 9),
  ]
  const book = workbookOf([
    { name: 'Old', state: 'hidden', rows: textRow(['old@example.net']) },
    { name: 'Fair', rows: rows.join('') },
    { name: 'More', rows: textRow(['more@example.net']) },
  ])
  const reply = await upload(at.member, projectId, book, { query: { fileName: 'leads.xlsx' } })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: 'Fair',
      otherSheets: ['More'],
      hasHeader: true,
      columns: [
        { column: 'E-Mail', field: 'email' },
        { column: 'Vorname', field: 'firstName' },
        { column: 'Firma', field: 'company' },
        { column: 'Einwilligung', field: 'consent' },
      ],
      rows: 4,
      imported: 2,
      refusals: [
        { row: 1, reason: 'no_address_or_domain' },
        { row: 9, reason: 'bad_address' },
      ],
      consents: 0,
      noticed: { consent_unclear: 2 },
      notices: [
        { row: 4, notice: 'consent_unclear', text: 'FALSE' },
        { row: 7, notice: 'consent_unclear', text: '2023-03-15' },
      ],
    },
  })
  const found = await list(at, projectId)
  const known = found.map(({ address, hasConsent, evidence }) => [
    address,
    hasConsent,
    (evidence as { field: string; value: string; row: number }[]).map(({ field, value, row }) => [field, value, row]),
  ])
  expect(known.toSorted()).toEqual([
    [
      'ada@example.com',
      false,
      [
        ['email', 'Ada@Example.com', 4],
        ['firstName', 'Ada', 4],
        ['company', "=cmd|' /C calc'!A0", 4],
        ['consent', 'FALSE', 4],
      ],
    ],
    [
      'eve@example.org',
      false,
      [
        ['email', 'eve@example.org', 7],
        ['company', '4711', 7],
        ['consent', '2023-03-15', 7],
      ],
    ],
  ])
  const more = await upload(at.member, projectId, book, { query: { sheet: 'more' }, mediaType: workbookMediaType })
  expect(more.body).toMatchObject({ sheet: 'More', otherSheets: ['Fair'], imported: 1, hasHeader: false })
  expect((await upload(at.member, projectId, workbookOf([{ name: 'A', rows: '' }]))).body).toMatchObject({
    sheet: 'A',
    rows: 0,
    columns: [],
  })
})

test('503 for a workbook while every sandbox is in use; CSV needs none', async () => {
  const { at, projectId } = await world()
  const { slots } = server.parts.engine
  const within = <T>(work: Parameters<typeof server.database.within<T>>[1]) =>
    server.database.within(at.workspace, work)
  const taken: string[] = []
  for (;;) {
    const answer = await within((tx) => slots.take(tx))
    if (!('slot' in answer)) break
    taken.push(answer.slot)
  }
  const book = workbookOf([{ name: 'A', rows: textRow(['ada@example.com']) }])
  const refused = await upload(at.member, projectId, book)
  expect([refused.status, await at.rows('growth_lead_list')]).toEqual([503, []])
  expect((await upload(at.member, projectId, 'eve@example.org')).status).toBe(201)
  for (const slot of taken) await within((tx) => slots.free(tx, slot))
  expect((await upload(at.member, projectId, book)).status).toBe(201)
})

test.runIf(isLong)('a refused workbook leaves nothing behind, and its file neither', async () => {
  const { at, projectId } = await world()
  const good = textRow(['ada@example.com'])
  const book = workbookOf([{ name: 'A', rows: good }])
  expectError(await upload(at.member, projectId, book, { query: { sheet: 'B' } }), 400, 'invalid_request')
  expectError(await upload(at.member, projectId, 'PK\u0003\u0004xl'), 400, 'lead_list_unreadable')
  expectError(await upload(at.member, projectId, zipOf({ 'content.xml': '<x/>' })), 415, 'lead_list_is_workbook')
  expectError(
    await upload(at.member, projectId, zipOf({ 'xl/workbook.xml': '' }, { flags: 1 })),
    415,
    'lead_list_is_workbook',
  )
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(100)])
  expectError(await upload(at.member, projectId, old), 415, 'lead_list_is_workbook')
  const bomb = zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_none, at) => [`part-${at}`, ''])))
  expectError(await upload(at.member, projectId, bomb), 413, 'lead_list_unpacks_too_large')
  // Rows that come before the end of a broken sheet.
  const cut = workbookOf([{ name: 'A', rows: `${good.repeat(2_000)}${'<row>'.repeat(2_000)}` }])
  expectError(await upload(at.member, projectId, cut), 400, 'lead_list_unreadable')
  expect([await at.rows('growth_lead'), await at.rows('growth_lead_list')]).toEqual([[], []])
  const folders = (await readdir(tmpdir())).filter((name) => name.includes(`atelier-sandbox-${ownerMark()}-`))
  for (const folder of folders) expect(await readdir(join(tmpdir(), folder))).not.toContain('list.xlsx')
})

test('with two uploads of the same list at once, each lead is imported once', async () => {
  const { at, projectId } = await world()
  const lines = Array.from({ length: 1_200 }, (_, index) => `person-${index}@example.com`)
  const replies = await Promise.all([
    upload(at.member, projectId, lines.join('\n')),
    upload(at.owner, projectId, lines.toReversed().join('\n')),
  ])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(replies.reduce((sum, { body }) => sum + Number(body.imported), 0)).toBe(1_200)
  expect(await list(at, projectId, { limit: 1_000 })).toHaveLength(1_000)
})

test('a refused list leaves nothing behind', async () => {
  const { at, projectId } = await world()
  const open = `ada@example.com\n${'eve@example.org\n'.repeat(600)}"${'x'.repeat(200_000)}`
  expectError(await upload(at.member, projectId, open), 400, 'lead_list_unreadable')
  expectError(await upload(at.member, projectId, 'a', { query: { columns: 'x' } }), 400, 'invalid_request')
  expectError(await upload(at.member, projectId, 'a', { query: { encoding: 'ebcdic' } }), 400, 'invalid_request')
  expectError(await upload(at.client, projectId, 'ada@example.com'), 404, 'not_found')
  await at.member.call(archiveGrowthProject, { projectId })
  expectError(await upload(at.member, projectId, 'ada@example.com'), 409, 'growth_project_archived')
  expect([await at.rows('growth_lead'), await at.rows('growth_lead_list')]).toEqual([[], []])
})

test('200 sets a status, and a refusal has the first code of the specification', async () => {
  const { at, projectId } = await world()
  const id = await leadIn(server, at, { projectId })
  expectError(await set(at, id, 'queued'), 409, 'campaign_not_running')
  expect(await set(at, id, 'disqualified')).toMatchObject({ status: 200, body: { id, status: 'disqualified' } })
  expect((await set(at, id, 'new')).body).toMatchObject({ status: 'new' })
  await at.member.call(addGrowthSuppressions, { body: { entries: ['example.com'] } })
  expectError(await set(at, id, 'new'), 409, 'suppressed')
  await asOwner(server, 'update growth_lead set opted_out_at = now() where id = $1', [id])
  expectError(await set(at, id, 'new'), 409, 'opted_out')
  await at.member.call(archiveGrowthProject, { projectId })
  expectError(await set(at, id, 'new'), 409, 'campaign_not_running')
  expect((await set(at, id, 'disqualified')).status).toBe(200)
  expectError(await set(at, id, 'contacted'), 400, 'invalid_request')
  expect(await at.auditActions(id)).toEqual(['growth_lead.update', 'growth_lead.update', 'growth_lead.update'])
})

test('an entry for either domain of a lead, or for its address with another tag, forbids its import and its status', async () => {
  const { at, projectId } = await world()
  const first = 'email;website\nceo@mail.example;firm.example\nada+fair@post.example;\nbob@post.example;other.example'
  expect((await upload(at.member, projectId, first)).body).toMatchObject({ imported: 3 })
  await at.member.call(addGrowthSuppressions, { body: { entries: ['firm.example', 'ada+news@post.example'] } })
  const statuses = (await list(at, projectId)).map(async ({ id, address }) => [
    address,
    (await set(at, id as string, 'new')).body.code,
  ])
  expect((await Promise.all(statuses)).toSorted()).toEqual([
    ['ada+fair@post.example', 'suppressed'],
    ['bob@post.example', undefined],
    ['ceo@mail.example', 'suppressed'],
  ])
  const again = 'email;website\ncfo@mail.example;shop.firm.example\nada@post.example;\neve@mail.example;free.example'
  expect((await upload(at.member, projectId, again)).body).toMatchObject({
    imported: 1,
    reasons: { suppressed: 2 },
  })
})

test('the law of either country counts, the country of the address and of the company', async () => {
  const { at, projectId } = await world()
  await upload(at.member, projectId, 'email;website\nh@firm.de;holding.ie\nada@firm.ie;\nbob@post.ie;firm.de')
  const regions = { excludedCountries: [], excludesUnknownLaw: true }
  const move = { to: 'queued', isArchived: false, isPlayRunning: true, regions } as const
  const ids = (await list(at, projectId)).map(({ id }) => id as string)
  const refusals = await server.database.within(at.workspace, async (tx) => {
    const leads = await leadsById(tx, { ids })
    const refused = await judgeLeads(tx, server.parts.vault, leads, move)
    return leads.map(({ id, address }) => `${address} ${refused.get(id)}`)
  })
  expect(refusals.toSorted()).toEqual([
    'ada@firm.ie lookup_required',
    'bob@post.ie region_excluded',
    'h@firm.de region_excluded',
  ])
})

test('leads of a list have consent if its words give it', async () => {
  const { at, projectId } = await world()
  const texts = [
    'yes; JA; x; ✓; 1; 1.0; on; opt-in 2026-05-03; Double Opt-In bestätigt; Ja, telefonisch am 3. mai 2026; [x]; oui/ja',
    'no; pending; ?; yes?; yes/no; expired; DOI versendet; 2023-03-15; 0171 2345; purchased list; consent; ja, aber; 1/0',
  ].flatMap((line) => line.split('; '))
  await upload(
    at.member,
    projectId,
    ['email,consent', ...texts.map((text, row) => `p${row}@a.example,"${text}"`)].join('\n'),
  )
  const judged = (await list(at, projectId)).filter(({ hasConsent }) => hasConsent)
  expect(judged.map(({ address }) => address as string).toSorted()).toEqual(
    texts
      .slice(0, 12)
      .map((_, row) => `p${row}@a.example`)
      .toSorted(),
  )
})

test('404 is the same for a lead of a neighbour, for none and for a client', async () => {
  const { at } = await world()
  const neighbour = await scene(server)
  const own = await leadIn(server, at)
  const theirs = await leadIn(server, neighbour)
  const asClient = await at.client.call(updateGrowthLead, { leadId: own, body: { status: 'new' } })
  const replies = [
    await set(at, theirs, 'new'),
    await set(at, uuidv7(), 'new'),
    await set(at, 'nonsense', 'new'),
    asClient,
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply).body))).size).toBe(1)
})

test('200 lists pages, and leads by status', async () => {
  const { at, projectId } = await world()
  await upload(at.member, projectId, 'a@one.example\nb@two.example\nc@three.example')
  const first = await at.member.call(listGrowthLeads, { projectId, query: { limit: 2 } })
  expect(first.body).toHaveLength(2)
  const cursor = decodeURIComponent(/cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!)
  expect(await list(at, projectId, { limit: 2, cursor })).toHaveLength(1)
  await set(at, first.body[0].id as string, 'disqualified')
  expect(await list(at, projectId, { status: 'disqualified' })).toHaveLength(1)
})

test('leads without contact or consent are deleted when their time is over, and so are leads of a broken upload', async () => {
  const { at, projectId } = await world()
  await upload(
    at.member,
    projectId,
    'email,consent\nold@example.com,no\nyes@example.com,"yes, by phone"\nsent@example.com,\n',
  )
  const age = (where: string, days: number) =>
    asOwner(
      server,
      `update growth_lead set created_at = now() - make_interval(days => $2) where workspace_id = $1 ${where}`,
      [at.workspace, days],
    )
  await age('', 179)
  const remove = () => server.database.within(at.workspace, (tx) => removeOldLeads(tx, 100))
  expect(await remove()).toBe(0)
  await age('', 181)
  await asOwner(
    server,
    `update growth_lead set contacted_at = now() where address = 'sent@example.com' and workspace_id = $1`,
    [at.workspace],
  )
  expect(await remove()).toBe(1)
  expect((await list(at, projectId)).map(({ address }) => address).sort()).toEqual([
    'sent@example.com',
    'yes@example.com',
  ])
  await asOwner(
    server,
    `update growth_lead_list set finished_at = null, created_at = now() - interval '2 days' where workspace_id = $1`,
    [at.workspace],
  )
  expect(await server.database.within(at.workspace, (tx) => removeUnfinishedLists(tx, 10))).toBe(1)
  expect(await list(at, projectId)).toEqual([])
})
