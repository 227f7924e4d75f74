import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { mailScene } from '../../testing/mail/scene.ts'
import { admitMachine } from '../jobs/index.ts'
import { readFromOutbox } from './outbox.ts'
import { removeMailTo } from './store.ts'

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

test('from the second machine on the outbox is objects, which each machine reads and an erasure removes', async () => {
  const { mailer, open, outbox, objects, queue } = await mailScene(database)
  const second = open(join(outbox, '..', 'second'))
  const machine = (of: string) =>
    database.instance((tx) =>
      admitMachine(tx, { machine: of, sandboxLimit: 2, shares: true, works: true, leaseMs: 10_000, address: null }),
    )
  const address = `${uuidv7()}@example.net`
  const read = (id: string) => readFromOutbox(join(outbox, '..', 'third'), objects, id)
  await machine('aaaaaaaa-0000-4000-8000-000000000000')
  const alone = await queue({ to: address })
  const erased = await queue({ to: `x${address}` })
  for (const id of [alone, erased]) await mailer.deliver(id)
  expect(await readdir(outbox)).toHaveLength(2)
  expect(await read(alone)).toBeUndefined()

  await machine('bbbbbbbb-0000-4000-8000-000000000000')
  const both = await queue({ to: address })
  await second.deliver(both)
  expect((await PostalMime.parse((await read(both))!)).to?.[0]?.address).toBe(address)
  // Their file is on the disk of the first machine yet, whose upkeep ends it.
  await second.forget(`x${address}`)
  await mailer.sweepOutbox()
  expect(await readdir(outbox)).toEqual([])
  expect([await read(erased), await read(alone)]).toEqual([undefined, expect.any(Buffer)])
  await mailer.forget(address)
  expect([await read(alone), await read(both)]).toEqual([undefined, undefined])
})

test('a message whose recipient is erased while it is written is in no outbox', async () => {
  const address = `${uuidv7()}@example.net`
  const erase = () => database.identity((tx) => removeMailTo(tx, address)).then(() => true)
  const { mailer, outbox, objects, queue } = await mailScene(database, { isWanted: erase })
  for (const several of [true, false]) {
    if (!several) await database.instance((tx) => tx.query({ text: 'delete from machine', values: [] }))
    const id = await queue({ to: address })
    await mailer.deliver(id)
    expect(await readFromOutbox(outbox, objects, id)).toBeUndefined()
  }
})
