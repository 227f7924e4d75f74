import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { copyRow } from '../../../../testing/audit/audit-chain.ts'
import { auditCommands, offline } from '../../../../testing/cli/audit-commands.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { verifierOf, verifierText } from '../../../../platform/audit/note.ts'
import { openClient } from '../../client/client.ts'
import { Failure } from '../../failure.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { folder, run, clientOf, exported, cutLog } = await auditCommands(server)

test('an export is verified offline, with the key or a file that contains it', async () => {
  const { key, lines } = await exported('whole.jsonl')
  await writeFile(join(folder, 'whole.key'), `${key}\n`)
  expect(lines).toHaveLength(6)
  const wanted = { ok: true, rows: 4, checkpoints: 2, erased: 0, signed: 4, head: { position: 4 } }
  for (const given of [key, 'whole.key']) {
    const words = ['audit', 'verify', 'whole.jsonl', '--key', given, '--checkpoint', 'whole.jsonl.note']
    const { failure, printed } = await run(offline, '--json', ...words)
    expect(failure).toBeUndefined()
    expect(JSON.parse(printed)).toMatchObject(wanted)
  }
  const { printed } = await run(offline, 'audit', 'verify', 'whole.jsonl', '--key', key)
  expect(printed).toMatch(/^The audit log holds: 4 rows, 1 checkpoint\.\nHead: 4 [0-9a-f]{64}\n$/)
})

test('an export is readable only by its owner, replaces an existing file and leaves no other', async () => {
  const { world } = await exported('again.jsonl')
  await run(clientOf(world), 'audit', 'export', '--out', 'again.jsonl')
  expect((await stat(join(folder, 'again.jsonl'))).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect((await readFile(join(folder, 'again.jsonl'), 'utf8')).match(/audit_log\.export/g)).toHaveLength(2)
})

test('every changed, removed, inserted or swapped line is detected', async () => {
  const { key, lines } = await exported('touched.jsonl')
  const wrong = async (touched: readonly string[]) => {
    await writeFile(join(folder, 'touched.jsonl'), touched.join('\n'))
    const words = ['audit', 'verify', 'touched.jsonl', '--key', key, '--checkpoint', 'touched.jsonl.note']
    const { failure } = await run(offline, ...words)
    expect(failure).toBeInstanceOf(Failure)
    const { code, kind, details } = failure as Failure & { details: { broken?: { reason: string; position: number } } }
    expect(kind).toBe('failed')
    return `${code} ${details.broken?.reason} ${details.broken?.position}`
  }
  expect(
    await wrong(lines.map((line, at) => (at === 2 ? line.replace('project.create', 'project.delete') : line))),
  ).toBe('audit_broken row_changed 2')
  expect(
    await wrong(lines.map((line, at) => (at === 2 ? line.replace('"details":{', '"details":{"x":1,') : line))),
  ).toBe('audit_broken details_changed 2')
  expect(await wrong(lines.toSpliced(2, 1))).toBe('audit_broken row_missing 2')
  expect(await wrong(lines.toSpliced(3, 0, lines[2]!))).toBe('audit_broken row_inserted 2')
  expect(await wrong([lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)])).toBe('audit_broken rows_reordered 1')
  expect(await wrong(lines.slice(0, -2))).toBe('audit_broken cut_off 4')
  expect(await wrong(lines.with(5, '{"note":"nonsense"}'))).toBe('audit_broken signature_wrong 4')
  expect(await wrong([...lines, 'nonsense'])).toBe('not_an_export undefined undefined')
  expect(await wrong(lines.slice(1))).toBe('not_an_export undefined undefined')
  expect(await wrong([])).toBe('not_an_export undefined undefined')
})

test('an export without a signed checkpoint, or with one of another workspace, proves nothing', async () => {
  const { key, lines } = await exported('unsigned.jsonl')
  const other = await exported('other.jsonl')
  await writeFile(join(folder, 'unsigned.jsonl'), lines.slice(0, -1).join('\n'))
  const { failure, message } = await run(offline, 'audit', 'verify', 'unsigned.jsonl', '--key', key)
  expect(failure).toMatchObject({ code: 'audit_unsigned' })
  expect(message).toContain('no checkpoint in the file is signed by this key')
  expect((await run(offline, 'audit', 'verify', 'other.jsonl', '--key', key)).failure).toMatchObject({
    code: 'another_log',
  })
  const both = ['audit', 'verify', 'other.jsonl', '--key', key, '--key', other.key]
  expect((await run(offline, ...both)).failure).toMatchObject({ code: 'usage' })
})

/** Statements of the database's owner on one workspace's chain, unhindered by the constraints of its rows. */
const tamper = (workspace: string, ...statements: readonly string[]) =>
  asOwner(
    server,
    ['set session_replication_role = replica', ...statements].join(';').replaceAll('$1', `'${workspace}'`),
  )

const moved = (from: string, to: string) => [
  `update audit_row set position = ${to} where workspace_id = $1 and ${from}`,
]

test.runIf(isLong).each([
  ['changed row', 'row_changed 2', [`update audit_row set action = 'x.y' where workspace_id = $1 and position = 2`]],
  [
    'changed detail',
    'details_changed 2',
    [`update audit_row set details = details || '{"x":1}' where workspace_id = $1 and position = 2`],
  ],
  ['deleted row', 'row_missing 2', ['delete from audit_row where workspace_id = $1 and position = 2']],
  [
    'inserted row with the later rows renumbered',
    'row_inserted 2',
    [
      ...moved('position >= 2', 'position + 1000'),
      ...moved('position >= 1000', 'position - 999'),
      copyRow(3, 2),
      `update ledger set audit_position = audit_position + 1 where workspace_id = $1`,
    ],
  ],
  [
    'swapped pair',
    'rows_reordered 2',
    [...moved('position = 2', '1002'), ...moved('position = 3', '2'), ...moved('position = 1002', '3')],
  ],
])('a %s in the database is detected in its export', async (name, place, statements) => {
  const file = `${name.replaceAll(/\W/g, '-')}.jsonl`
  const { world, key } = await exported(file)
  await tamper(world.workspace, ...statements)
  await run(clientOf(world), 'audit', 'export', '--out', file)
  const words = ['audit', 'verify', file, '--key', key, '--checkpoint', `${file}.note`]
  const { failure } = await run(offline, ...words)
  const { details } = failure as Failure & { details: { broken?: { reason: string; position: number } } }
  expect(`${details.broken?.reason} ${details.broken?.position}`).toBe(place)
})

test('a log recomputed by the owner of the database is detected by a checkpoint kept elsewhere', async () => {
  const { world, key } = await exported('kept.jsonl')
  await cutLog(world.workspace)
  await run(clientOf(world), 'audit', 'export', '--out', 'rewritten.jsonl')
  const verify = ['audit', 'verify', 'rewritten.jsonl', '--key', key]
  expect((await run(offline, ...verify)).failure).toBeUndefined()
  const { failure } = await run(offline, ...verify, '--checkpoint', 'kept.jsonl.note')
  expect(failure).toMatchObject({
    code: 'audit_broken',
    details: { broken: { reason: 'checkpoint_differs', position: 4 } },
  })
})

test('a wrong key, a missing file and a missing folder are reported in messages', async () => {
  const { world, key } = await exported('words.jsonl')
  expect((await run(offline, 'audit', 'verify', 'words.jsonl', '--key', 'nonsense')).message).toContain(
    'neither a key nor a file with one',
  )
  expect((await run(offline, 'audit', 'verify', 'none.jsonl', '--key', key)).failure).toMatchObject({ code: 'no_file' })
  expect(
    (await run(offline, 'audit', 'verify', 'words.jsonl', '--key', key, '--checkpoint', 'none')).failure,
  ).toMatchObject({ code: 'no_file' })
  expect((await run(offline, 'audit', 'verify', 'words.jsonl')).failure).toMatchObject({
    code: 'commander.missingMandatoryOptionValue',
  })
  const { failure, message } = await run(clientOf(world), 'audit', 'export', '--out', 'none/at/all')
  expect(failure).toMatchObject({ code: 'not_written' })
  expect(message).toContain('The export could not be written')
})

test('403 for a member, without a file', async () => {
  const world = await scene(server)
  const client = async () => openClient({ url: server.baseUrl, apiKey: world.member.key! })
  expect((await run(client, 'audit', 'export', '--out', 'member.jsonl')).failure).toMatchObject({ code: 'forbidden' })
  expect(await readdir(folder)).not.toContain('member.jsonl')
})

test('keys and checkpoints from before the tree are still valid', async () => {
  const { key } = await exported('old.jsonl')
  const verifier = verifierText({ ...verifierOf(key)!, name: key.split('+')[0]!.replace('/tree/', '/audit/') })
  expect((await run(offline, 'audit', 'verify', 'old.jsonl', '--key', verifier)).failure).toBeUndefined()
})
