import { expect, test } from 'vitest'
import { accessPointServer, peppolWorld, transmitDue } from '../../../../testing/access-points/world.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'

const { server, test: fake } = await accessPointServer()

test('invoices hand-over reports whether the client is in the network, and invoices show the result', async () => {
  const { at, issued } = await peppolWorld(server)
  const id = await issued()
  const run = (...words: string[]) => runCommand(server, at.owner, ['invoices', ...words])
  expect((await run('show', id)).printed.join('\n')).not.toContain('Peppol')
  const handed = await run('hand-over', id)
  expect(handed.printed).toEqual([
    'The client takes invoices in the network.',
    expect.stringMatching(/^Peppol \(test\) · waiting · since \d{4}-\d\d-\d\dT\d\d:\d\d$/),
  ])
  expect(handed.documents).toMatchObject([{ invoiceId: id, state: 'waiting', reach: 'reachable' }])
  fake.troubles.push({ at: /\/ubl$/, answer: 422 })
  await transmitDue(server)
  const shown = await run('show', id)
  expect(shown.printed.at(-1)).toMatch(/Peppol \(test\) · failed · .*: refused, 422: Status 422 on command$/)
  expect(shown.documents).toMatchObject([{ id, transmissions: [{ state: 'failed' }] }])
  await run('hand-over', id)
  expect((await run('hand-over', id)).failure).toMatchObject({ code: 'invoice_handed_over' })
})
