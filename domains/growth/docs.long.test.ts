import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { examplesIn, runExamples } from '../../docs/run-page.ts'
import { mailText } from '../../testing/growth/mail.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { mailWorld } from '../../testing/mail-world/index.ts'
import { dnsServer } from '../../testing/network/dns-server.ts'
import { goodRecords, outreachServer } from '../../testing/network/public-address.ts'
import { scene } from '../../testing/scene.ts'
import { readMailboxes } from './inbox/domain.ts'
import { sendDue } from './sending/domain.ts'

const page = join(import.meta.dirname, '../../docs/growth.md')
const site = await loopbackSite((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<title>Example</title><p>We build web shops.</p>')
})
const mails = await mailWorld()
const server = await outreachServer(mails, {
  ATELIER_FETCH_PRIVATE_HOSTS: site.host,
  ATELIER_GROWTH_DNS: await dnsServer({ ...goodRecords, 'customer.example': { mx: ['mx.customer.example'] } }),
})

test('docs/growth.md, followed in its order, sends a first mail and reads its reply', async () => {
  const { owner, workspace } = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-docs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { address, user, password, smtp, imap } = mails.account
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    URL: server.baseUrl,
    KEY: owner.key!,
    WEBSITE: site.url,
    MAIL_ADDRESS: address,
    MAIL_USER: user,
    MAIL_PASSWORD: password,
    MAIL_TLS: 'off',
    SMTP_HOST: smtp.host,
    SMTP_PORT: String(smtp.port),
    IMAP_HOST: imap.host,
    IMAP_PORT: String(imap.port),
  }
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const colleague = answerFirstMail(workspace, stop.signal)
  const ran = await runExamples(examplesIn(await readFile(page, 'utf8')), {
    folder,
    environment,
    signal: stop.signal,
  })
  stop.abort()
  await colleague
  const shown = ran.filter(({ example }) => example.shown)
  expect(shown).toHaveLength(7)
  for (const { example, printed } of shown) expect(printed, `line ${example.line}`).toBe(example.shown!.content.trim())
  expect(mails.taken.map(({ to }) => to)).toContain('eve@customer.example')
})

/** Sends and reads as the schedules of the server do, without their waits, and answers the first mail once. */
const answerFirstMail = async (workspace: string, signal: AbortSignal): Promise<void> => {
  const { signal: never } = new AbortController()
  let isAnswered = false
  while (!signal.aborted) {
    await sendDue(server.parts, workspace, never)
    const first = mails.taken.find(({ to }) => to === 'eve@customer.example')
    if (first && !isAnswered) {
      isAnswered = true
      const header = /^Message-ID:\s*(<[^>]+>)/im.exec(first.raw)![1]!
      mails.deliver(
        mailText(
          {
            From: 'Eve <eve@customer.example>',
            To: mails.account.address,
            Subject: 'Re: Shops for Customer Ltd',
            'Message-ID': '<answer@customer.example>',
            'In-Reply-To': header,
          },
          'Yes, please call me.',
        ),
      )
    }
    await readMailboxes(server.parts, workspace, { time: never, log: server.parts.log })
    await pause(500)
  }
}
