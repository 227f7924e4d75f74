import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { canariesIn, formsOf } from '../../../testing/texts/canaries.ts'
import { lookAtFiles } from '../../../testing/folder.ts'
import { startCollector } from '../../../testing/network/collector.ts'
import { library, propose, mergeProse } from '../../../testing/delivery.ts'
import { columnsWith } from '../../../testing/texts/full-text.ts'
import { keptLog } from '../../../testing/runner/kept-log.ts'
import { startModelProvider, type Turn } from '../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { runUntilAsked } from '../../../testing/runs/requests.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings, turns } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { deliver, webhookReceiver } from '../../../testing/webhooks/webhooks.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { upsertProjectSecretEntries } from '../../code/secrets/contract.ts'
import { listEvents } from '../../record/events/contract.ts'
import { createWebhook } from '../../record/webhooks/contract.ts'
import { listPendingRequests } from '../requests/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { getCycle, listCycleEvents } from '../cycles/contract.ts'
import { getCycleRunDiagnostics } from './contract.ts'
import { getCycleTranscript } from '../transcripts/contract.ts'

// Characters that JSON, URLs and shells write in another way; a header holds the second.
const stripe = 'canary-Pq7 "v"/w+x&9182'
const modelKey = 'sk-canary-8c2e61d0-Vn3x'
const found = (text: unknown) => canariesIn([stripe, modelKey], JSON.stringify(text))

const provider = await startModelProvider()
afterTest(() => provider.close())
const receiver = await webhookReceiver()
const log = keptLog()
const collector = await startCollector()
const settings = {
  ATELIER_MODEL_REVIEW: 'on',
  ATELIER_FETCH_PRIVATE_HOSTS: receiver.host,
  ATELIER_OTLP_URL: collector.url,
}
const server = await testServer({ ...modelSettings(provider.baseUrl, modelKey), ...settings }, log.logger)

// It prints why it fails, as programs do, with its input.
const paying = `import { existsSync } from 'node:fs'
const key = process.env.STRIPE_KEY ?? 'none'
console.log('The key is', key, JSON.stringify({ key }), encodeURIComponent(key))
console.error(Buffer.from(key).toString('base64'), Buffer.from('u:' + key).toString('base64url'))
if (existsSync('NOTES.md') && !existsSync('PAID.md')) throw new Error('Nothing was paid with ' + key)
`
const failingSetup = 'env; cat /proc/*/environ 2>/dev/null; echo "setup:$STRIPE_KEY:" && exit 3'
const checks = [{ name: 'pay', command: 'node pay.js', secrets: ['STRIPE_KEY'] }]

const world = async () => {
  const at = await scene(server)
  expect((await at.owner.call(createWebhook, { body: { url: `${receiver.url}/all` } })).status).toBe(201)
  await mergeProse(at.owner)
  const { projectId } = await importProject(at.owner, await bundleOf({ ...library, 'pay.js': paying }))
  const entries = [{ key: 'STRIPE_KEY', source: '.env', value: stripe }]
  await at.owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })
  return { at, projectId }
}
type World = Awaited<ReturnType<typeof world>>

/** Runs a cycle over a whole script, and gives all that its readers get. */
const run = async ({ at, projectId }: World, runtime: object, ...script: Turn[]) => {
  expect((await at.owner.call(updateProject, { id: projectId, body: { runtime } })).status).toBe(200)
  const before = provider.requests.length
  provider.push(...script)
  const { cycle, tasks } = await runUntilAsked(at.owner, await propose(at.owner, projectId, 'Pay.'))
  expect(provider.requests.length - before).toBe(script.length)
  const told = [cycle, tasks]
  for (const operation of [getCycle, getCycleTranscript, getCycleRunDiagnostics, listCycleEvents])
    told.push((await at.owner.call(operation, { id: cycle.id as string })).body)
  const { body: evidence } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  return { cycle, evidence, told: [...told, evidence], asked: provider.requests.slice(before).map(({ body }) => body) }
}

/** An endpoint that repeats the key, as some do. */
const indiscreet = {
  status: 400,
  message: `Bad request of ${modelKey} (${Buffer.from(modelKey).toString('base64')})`,
}
const write = (path: string) => [turns.write(path, 'x\n'), turns.end()]

test('no prompt, transcript, failing setup, error of a provider, event, trace, message of a webhook or row shows a secret', async () => {
  const made = await world()
  const paid = await run(made, { checks }, ...write('NOTES.md'), ...write('PAID.md'), indiscreet)
  const setup = await run(made, { checks, setup: failingSetup }, ...write('MORE.md'), indiscreet)
  const failed = await run(made, { checks }, indiscreet)

  const rework = JSON.stringify(paid.asked[2])
  expect(rework).toContain('Nothing was paid with [secret]')
  const { modelReview } = paid.evidence.verdict
  expect(modelReview).toMatchObject({
    outcome: 'none',
    summary: expect.stringMatching(/Bad request of (?!sk)/) as string,
  })
  expect(JSON.stringify(paid.asked[4])).toContain('pay, after it: passed')
  expect(setup.evidence.checks).toContainEqual(
    expect.objectContaining({ name: 'setup', outcome: 'failed', log: expect.stringContaining('setup::') as string }),
  )
  expect(failed.cycle).toMatchObject({
    status: 'failed',
    failure: { message: expect.stringMatching(/Bad request of/) as string },
  })

  const { owner } = made.at
  const events = await owner.call(listEvents, { query: { limit: '500' } })
  const pending = await owner.call(listPendingRequests, {})
  for (const one of [paid, setup, failed]) expect([found(one.told), found(one.asked)]).toEqual([[], []])
  expect([found(events.body), found(pending.body), found(log.said())]).toEqual([[], [], []])
  // A busy machine may have let one message wait for its next attempt, and those behind it.
  const typesSent = async () => {
    await deliver(server)
    return receiver.typesTo('/all')
  }
  await expect.poll(typesSent).toEqual(expect.arrayContaining(['cycle.failed', 'task.failed']))
  expect(found(receiver.to('/all'))).toEqual([])
  expect(await columnsWith(server, [stripe, modelKey].flatMap(formsOf))).toEqual([])
  await server.parts.telemetry.close()
  expect(collector.spans.map(({ name }) => name)).toContain('chat fake-large')
  expect(found(collector.said)).toEqual([])
  const contents = await lookAtFiles(server.dataFolder, (path) => readFile(path, 'latin1'))
  for (const content of contents.values()) expect(found(content)).toEqual([])
})
