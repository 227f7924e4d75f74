import { expect, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { queuedLeads, runningPlay } from '../../../testing/growth-sending.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { startSender } from '../../../testing/mail-world/senders.ts'
import { testServer } from '../../../testing/server.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })

test('speed', { timeout: 600_000 }, async () => {
  const made = await runningPlay(server, mails)
  await asOwner(server, `update growth_mailbox set daily_limit = 2000, warm_up_started_on = null`)
  await queuedLeads(server, made.at, made, Array.from({ length: 10_000 }, (_, at) => `lead-${at}@customer.example`))
  const t0 = Date.now()
  const one = await startSender(server, mails)
  const two = await startSender(server, mails)
  console.log('started', Date.now() - t0)
  for (let i = 0; i < 6; i++) {
    await new Promise((r) => setTimeout(r, 5000))
    console.log(Date.now() - t0, mails.taken.length)
  }
  await one.stop()
  await two.stop()
  expect(mails.taken.length).toBeGreaterThan(10)
})
