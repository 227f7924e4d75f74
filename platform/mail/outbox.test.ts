import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { mailScene } from '../../testing/mail/scene.ts'

const { database } = await testDatabase()

test('an address is forgotten in the queue and in the outbox, in any spelling; others stay', async () => {
  const { mailer, outbox, queue, row } = await mailScene(database)
  const local = uuidv7()
  const theirs = [
    { to: `${local}@example.net` },
    { to: `${local.toUpperCase()}@EXAMPLE.net` },
    { to: { name: `“Ada” ${'L. '.repeat(33)}`, address: `${local}@example.net` } },
    { to: { name: 'Ada <eve@example.net>', address: `${local}@example.net` } },
  ]
  const others = [`x${local}@example.net`, { name: `${local}@example.net`, address: `y${local}@example.net` }]
  const subject = `To: ${local}@example.net`
  const ids = []
  for (const message of [...theirs, ...others.map((to) => ({ to, subject }))]) ids.push(await queue(message))
  for (const id of ids) await mailer.deliver(id)
  await Promise.all([mailer.forget(`${local}@Example.net`), mailer.forget(`${local}@example.net`)])
  const left = await Promise.all(
    (await readdir(outbox)).map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  expect(left.map(({ to }) => to?.[0]?.address).sort()).toEqual([`x${local}@example.net`, `y${local}@example.net`])
  expect(await Promise.all(ids.map(async (id) => Boolean(await row(id))))).toEqual([
    ...theirs.map(() => false),
    true,
    true,
  ])
  await rm(outbox, { recursive: true })
  await expect(mailer.forget(`${local}@example.net`)).resolves.toBeUndefined()
})
