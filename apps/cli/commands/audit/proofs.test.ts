import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { createProject } from '../../../../domains/code/projects/contract.ts'
import { auditCommands, offline } from '../../../../testing/cli/audit-commands.ts'
import { testServer } from '../../../../testing/server.ts'
import { verifierText } from '../../../../platform/audit/note.ts'
import { verifiers } from '../../../../testing/audit/made-chain.ts'
import { address, madeDelivery, sealedProof } from '../../../../testing/billing/made-delivery.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { folder, run, clientOf, exported, cutLog } = await auditCommands(server)

test('one row of an export is proved without the others, and a changed row is not', async () => {
  const { key } = await exported('all.jsonl')
  const { failure, printed } = await run(offline, 'audit', 'prove', 'all.jsonl', '--position', '2', '--out', 'row.json')
  expect([failure, printed]).toEqual([undefined, expect.stringContaining('atelier audit verify row.json')])
  const text = await readFile(join(folder, 'row.json'), 'utf8')
  expect(text).not.toContain('Three')
  const held = await run(offline, 'audit', 'verify', 'row.json', '--key', key)
  expect(held.failure).toBeUndefined()
  expect(held.printed).toMatch(/^Row 2 holds: project\.create at .+Z, in the log of 4 rows that was signed\.\n$/)
  for (const [change, reason] of [
    ['project.create', 'row_changed'],
    ['"details":{', 'details_changed'],
    ['atelier/tree/', 'signature_wrong'],
  ] as const) {
    const changed = text.replace(change, change === '"details":{' ? '"details":{"x":1,' : change.replace('e', 'a'))
    await writeFile(join(folder, 'row.json'), changed)
    expect((await run(offline, 'audit', 'verify', 'row.json', '--key', key)).failure).toMatchObject({
      code: 'audit_broken',
      details: { broken: { position: 2, reason } },
    })
  }
})

test('a row missing in the export or its checkpoints cannot be proved', async () => {
  const { lines } = await exported('short.jsonl')
  const prove = (position: string) => run(offline, 'audit', 'prove', 'short.jsonl', '--position', position)
  expect((await prove('5')).failure).toMatchObject({ code: 'no_row' })
  expect((await prove('x')).failure).toMatchObject({ code: 'no_row' })
  await writeFile(join(folder, 'short.jsonl'), lines.filter((line) => !line.startsWith('{"note"')).join('\n'))
  expect((await prove('2')).failure).toMatchObject({ code: 'no_checkpoint' })
})

test.runIf(isLong)('a kept checkpoint is proved to be the beginning of a later log, without its rows', async () => {
  const { world, key } = await exported('early.jsonl')
  await world.owner.call(createProject, { body: { name: 'Four' } })
  await run(clientOf(world), 'audit', 'export', '--out', 'later.jsonl')
  const prove = ['audit', 'prove', 'later.jsonl', '--checkpoint', 'early.jsonl.note', '--out', 'grown.json']
  const { failure, printed } = await run(offline, ...prove)
  const verify = ['audit', 'verify', 'grown.json', '--key', key]
  expect([failure, printed]).toEqual([undefined, expect.stringContaining('--checkpoint early.jsonl.note')])
  expect(await readFile(join(folder, 'grown.json'), 'utf8')).not.toContain('project')
  const held = await run(offline, ...verify, '--checkpoint', 'early.jsonl.note')
  expect(held.failure).toBeUndefined()
  expect(held.printed).toBe('The log grew from 4 rows to 6, and its first 4 rows did not change.\n')
  expect((await run(offline, ...verify)).message).toContain('--checkpoint <file>')
  const other = await exported('stranger.jsonl')
  expect((await run(offline, 'audit', 'verify', 'grown.json', '--key', other.key)).failure).toMatchObject({
    details: { broken: { reason: 'signature_wrong' } },
  })
  const foreign = ['audit', 'prove', 'later.jsonl', '--checkpoint', 'stranger.jsonl.note']
  expect((await run(offline, ...foreign)).failure).toMatchObject({ code: 'another_log' })
})

test('no proof leads from a kept checkpoint to a history that was rewritten and signed again', async () => {
  const { world, key } = await exported('honest.jsonl')
  await cutLog(world.workspace)
  await run(clientOf(world), 'audit', 'export', '--out', 'forged.jsonl')
  const notes = (await readFile(join(folder, 'forged.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{"note"'))
  await writeFile(join(folder, 'forged.note'), (JSON.parse(notes.at(-1)!) as { note: string }).note)
  await run(clientOf(world), 'audit', 'export', '--out', 'forged.jsonl')
  const prove = (note: string) =>
    run(offline, 'audit', 'prove', 'forged.jsonl', '--checkpoint', note, '--out', 'forged.json')
  expect((await prove('honest.jsonl.note')).failure).toMatchObject({
    code: 'audit_broken',
    details: { broken: { reason: 'checkpoint_differs', position: 4 } },
  })
  expect((await prove('forged.note')).failure).toBeUndefined()
  const verify = ['audit', 'verify', 'forged.json', '--key', key]
  expect((await run(offline, ...verify)).failure).toBeUndefined()
  const { failure, message } = await run(offline, ...verify, '--checkpoint', 'honest.jsonl.note')
  expect(failure).toMatchObject({ code: 'audit_broken', details: { broken: { reason: 'checkpoint_differs' } } })
  expect(message).toContain('is not the one that was kept')
})

test('proving needs one of a position and a checkpoint, and a later checkpoint in the export', async () => {
  const { world, lines } = await exported('one.jsonl')
  const prove = (...more: string[]) => run(offline, 'audit', 'prove', 'one.jsonl', ...more)
  expect((await prove()).failure).toMatchObject({ code: 'usage' })
  expect((await prove('--position', '1', '--checkpoint', 'one.jsonl.note')).failure).toMatchObject({ code: 'usage' })
  await writeFile(join(folder, 'one.txt'), 'nothing signed')
  expect((await prove('--checkpoint', 'one.txt')).failure).toMatchObject({ code: 'usage' })
  await run(clientOf(world), 'audit', 'export', '--out', 'two.jsonl')
  const { printed } = await run(clientOf(world), '--json', 'audit', 'checkpoint')
  await writeFile(join(folder, 'two.note'), (JSON.parse(printed) as { checkpoint: { note: string } }).checkpoint.note)
  expect((await prove('--checkpoint', 'two.note')).failure).toMatchObject({ code: 'no_checkpoint' })
  await writeFile(join(folder, 'one.jsonl'), lines.filter((line) => !line.startsWith('{"note"')).join('\n'))
  expect((await prove('--checkpoint', 'one.jsonl.note')).failure).toMatchObject({ code: 'no_checkpoint' })
})

test('the proof of a delivery begins with the result and a letter, and fails if a billed item is not proved', async () => {
  const key = verifierText(verifiers[0]!)
  const verify = async (erased?: string) => {
    const { statement } = await madeDelivery(erased)
    await writeFile(join(folder, 'delivery.json'), JSON.stringify(sealedProof(statement)))
    return run(offline, 'verify', 'delivery', 'delivery.json', '--key', key, '--origin', address)
  }
  const whole = await verify()
  expect(whole.failure).toBeUndefined()
  expect(whole.printed.split('\n').slice(0, 3)).toEqual([
    'The proof holds.',
    'Northwind GmbH issued the invoice 2026-0001 to Globex Ltd on 1970-01-01, for 119.00 EUR.',
    expect.stringMatching(/^Grace Hopper approved “Opening hours”, revision 1, on 1970-01-01, with the passkey/),
  ])
  const part = await verify('secret.use')
  expect(part.failure).toBeUndefined()
  expect(part.printed).toMatch(/^The proof holds, but: Row 3, secret\.use: its details were erased/)
  const bare = await verify('client_invoice.issue')
  expect(bare.failure).toMatchObject({ code: 'delivery_unproved', kind: 'failed' })
  expect(bare.printed).toMatch(/^Not proved: That the invoice was issued/)
})
