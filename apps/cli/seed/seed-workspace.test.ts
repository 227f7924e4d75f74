import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { readBlocks, readTasks } from '../../../execution/models/index.ts'
import { freePort } from '../../../testing/network/free-port.ts'
import { failed, unreachable } from '../failure.ts'
import { readChange } from '../demo/sample.ts'
import { mailHost, mailUser, openMailServers } from './mail-servers.ts'
import { seedWorkspace } from './seed-workspace.ts'
import type { Seeding } from './seeding.ts'
import { until } from './until.ts'

const changes = readdirSync(join(import.meta.dirname, '../../../samples/changes')).map((name) => name.slice(0, -3))

test.each(changes)('the offline model can read the change %s', async (name) => {
  const { title, description } = await readChange(`changes/${name}`)
  expect([title.length > 0, readBlocks(description).problems, readTasks(description).problems]).toEqual([true, [], []])
})

test('the mail servers take a mail, and a second pair at their ports reports why it is not opened', async () => {
  const ports = { smtp: await freePort(), imap: await freePort() }
  const first = await openMailServers('invented', ports)
  if (typeof first === 'string') throw new Error(first)
  try {
    const sent = createTransport({
      host: mailHost,
      port: ports.smtp,
      ignoreTLS: true,
      auth: { user: mailUser, pass: 'invented' },
    })
    await sent.sendMail({ from: mailUser, to: 'ines@cardamom.example', subject: 'Hello', text: 'Hello' })
    expect(first.taken).toMatchObject([{ to: 'ines@cardamom.example', raw: expect.stringContaining('Subject: Hello') }])
    expect(await openMailServers('invented', ports)).toBe(
      `another program listens at port ${ports.smtp} or ${ports.imap}.`,
    )
  } finally {
    await first.close()
  }
})

test('a wait continues while the server starts again, and ends with every other failure', async () => {
  const answers = [unreachable('unreachable', 'Nothing listens.'), 'ready', failed('refused', 'No.')]
  const ask = () => {
    const answer = answers.shift()!
    return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer)
  }
  const wait = { signal: new AbortController().signal, awaited: 'an answer', everyMs: 1 }
  expect(await until(ask, wait)).toBe('ready')
  await expect(until(ask, wait)).rejects.toThrow('No.')
})

test('a workspace that has projects is refused before anything is changed', async () => {
  const asked: string[] = []
  const client = {
    call: (operation: { readonly path: string }) => {
      asked.push(operation.path)
      return Promise.resolve([{ name: 'Shop' }])
    },
  }
  const seeding = { client, session: { output: { say: () => undefined } } } as unknown as Seeding
  await expect(seedWorkspace(seeding)).rejects.toMatchObject({
    kind: 'usage',
    message: 'This workspace has projects, such as “Shop”. The seed fills a workspace without projects.',
  })
  expect(asked).toEqual(['/v1/api/projects'])
})
