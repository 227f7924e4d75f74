import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { allDomains } from '../../apps/server/domains.ts'
import { saveWebProviderKey } from '../../domains/agents/web-search/contract.ts'
import {
  createProjectSecretsConfig,
  deleteProjectSecretEntry,
  exportProjectSecrets,
  importProjectSecretFiles,
  testProjectSecrets,
  updateProjectSecretsConfig,
  upsertProjectSecretEntries,
} from '../../domains/code/secrets/contract.ts'
import { importProjectMcp } from '../../domains/agents/project-resources/contract.ts'
import { createModelEndpoint, updateModelEndpoint } from '../../domains/agents/models/contract/endpoints.ts'
import { createWebhook, rotateWebhookSecret } from '../../domains/record/webhooks/contract.ts'
import type { Operation } from '../../platform/contract/index.ts'
import type { Caller } from '../caller.ts'
import { canariesIn, formsOf } from '../texts/canaries.ts'
import { startCollector } from '../network/collector.ts'
import { emptyProject } from '../cycles.ts'
import { columnsWith } from '../texts/full-text.ts'
import { keptLog } from '../runner/kept-log.ts'
import { inputOf } from '../matrix/requests.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { deliver, webhookReceiver } from '../webhooks/webhooks.ts'

const log = keptLog()
const receiver = await webhookReceiver()
const collector = await startCollector()
const hosts = { ATELIER_FETCH_PRIVATE_HOSTS: receiver.host, ATELIER_OTLP_URL: collector.url }
const server = await testServer({ ATELIER_ROLE: 'server', ...hosts }, log.logger)

/** Values with characters that JSON, URLs and shells write in another way. Their last four, which masks show, are alike. */
const canary = () => `Canary/${randomBytes(9).toString('base64url')}"&+é tail`

const planted: string[] = []
const plant = () => {
  const value = canary()
  planted.push(value)
  return value
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const model = { model: 'm', inputUsdPerMillion: 1, outputUsdPerMillion: 1, pricedOn: '2026-01-01' }
const infisical = (clientSecret: string) => ({
  provider: 'infisical',
  label: 'Far',
  config: { clientId: 'machine', clientSecret, projectId: 'p', environment: 'dev' },
})

/** Stores secrets in every way that there is, and has as many refused. */
const plantEverywhere = async (owner: Caller, projectId: string) => {
  const answers: unknown[] = []
  const call = async (operation: Operation, input: Readonly<Record<string, unknown>>, status: number) => {
    const reply = await owner.call(operation, input)
    expect([operation.id, reply.status]).toEqual([operation.id, status])
    answers.push(reply.body)
    return reply.body as { id: string }
  }
  const entries = (source: string) => ({ entries: [{ key: 'TOKEN', source, value: plant() }] })
  await call(upsertProjectSecretEntries, { projectId, body: entries('.env') }, 200)
  await call(upsertProjectSecretEntries, { projectId, body: entries('../../.env') }, 200)
  await call(upsertProjectSecretEntries, { projectId, body: { entries: [{ key: plant(), value: 1 }] } }, 400)
  const files = [
    { path: 'app/.env', contentBase64: base64(`QUOTED='${plant()}'\n`) },
    { path: 'config.json', contentBase64: base64(JSON.stringify({ key: plant() })) },
    { path: 'broken.json', contentBase64: base64(`{ "key": "${plant()}`) },
    { path: '.npmrc', contentBase64: base64(`//registry.example.com/:_authToken=${plant()}\n`) },
  ]
  await call(importProjectSecretFiles, { projectId, body: { files } }, 200)
  await call(importProjectSecretFiles, { projectId, body: { files: [{ path: 'x', content: plant() }] } }, 400)
  await call(deleteProjectSecretEntry, { projectId, key: 'TOKEN', query: { source: '.env' } }, 200)
  const manual = { provider: 'manual', label: 'Ours', config: { KEY: plant() } }
  const { id: configId } = await call(createProjectSecretsConfig, { projectId, body: manual }, 201)
  await call(updateProjectSecretsConfig, { projectId, configId, body: { config: { OTHER: plant() } } }, 200)
  await call(updateProjectSecretsConfig, { projectId, configId, body: { config: { OTHER: [plant()] } } }, 400)
  await call(testProjectSecrets, { projectId }, 200)
  await call(createProjectSecretsConfig, { projectId, body: { ...infisical(plant()), isActive: false } }, 201)
  const inside = { ...infisical(plant()).config, siteUrl: `http://10.0.0.1/${plant()}` }
  await call(createProjectSecretsConfig, { projectId, body: { ...infisical(''), config: inside } }, 400)
  await call(saveWebProviderKey, { provider: 'tavily', body: { apiKey: keyOf(plant()) } }, 200)
  const endpoint = { name: 'far', baseUrl: 'https://models.example.com/v1', shape: 'chat', models: [model] }
  const { id } = await call(createModelEndpoint, { body: { ...endpoint, apiKey: keyOf(plant()) } }, 201)
  await call(
    updateModelEndpoint,
    { id, body: { baseUrl: 'https://other.example.com/v1', apiKey: keyOf(plant()) } },
    200,
  )
  await call(createModelEndpoint, { body: { ...endpoint, baseUrl: 'http://10.0.0.1/', apiKey: keyOf(plant()) } }, 400)
  const headers = { Authorization: `Bearer ${plant()}` }
  const toolServer = { name: 'far', transport: 'http', url: 'https://mcp.example.com/', headers }
  await call(importProjectMcp, { id: projectId, body: toolServer }, 400)
  return answers
}

/** As a header can hold it. */
const keyOf = (value: string) => {
  const key = value.replaceAll(/[^A-Za-z0-9/_-]/g, '')
  planted.push(key)
  return key
}

/** Operations that give secrets to managers of the project, beside `exportProjectSecrets`. */
const waysOut = ['getProjectProtectedFiles']

const reading = allDomains
  .flatMap(({ operations }) => operations)
  .filter(({ id, method, replies }) => method === 'GET' && !waysOut.includes(id) && isJson(Object.values(replies)[0]))

function isJson(reply: unknown) {
  return typeof reply === 'object' && reply !== null && !('bytes' in reply) && !('events' in reply)
}

/** A webhook that gets every event, twice, by two secrets. Secrets that are planted later must not be in its events. */
const listen = async (owner: Caller) => {
  const { body } = await owner.call(createWebhook, { body: { url: `${receiver.url}/all` } })
  const { body: rotated } = await owner.call(rotateWebhookSecret, { id: body.id })
  planted.push(body.secret as string, rotated.secret as string)
}

test('a secret that was stored, or refused, is in no answer, log line, trace, column or message of a webhook in any form', async () => {
  const at = await scene(server)
  await listen(at.owner)
  const projectId = await emptyProject(at.owner)
  const answers = await plantEverywhere(at.owner, projectId)
  const place = { server, at, projectId, userId: at.clientId, taskId: undefined }
  let answered = 0
  for (const operation of reading) {
    const { status, body } = await at.owner.call(operation, await inputOf(operation, place))
    answered += Number(status === 200)
    answers.push(body)
  }
  expect(answered).toBeGreaterThan(50)
  // The searched secrets are known to be there.
  const { body: exported } = await at.owner.call(exportProjectSecrets, { projectId, body: { source: 'config.json' } })
  expect(planted).toContain((JSON.parse(exported as string) as { key: string }).key)
  const seen = (text: string) => canariesIn(planted, text)
  expect(seen(JSON.stringify(exported))).not.toEqual([])
  expect(seen(JSON.stringify(answers))).toEqual([])
  await deliver(server)
  expect(receiver.typesTo('/all')).toEqual(expect.arrayContaining(['project.created', 'web_provider.key_saved']))
  expect(seen(JSON.stringify(receiver.to('/all')))).toEqual([])
  expect(seen(JSON.stringify(log.said()))).toEqual([])
  await server.parts.telemetry.close()
  expect(collector.spans.map(({ name }) => name)).toContain('PUT /v1/api/secrets/project/:projectId/entries')
  expect(seen(JSON.stringify(collector.said))).toEqual([])
  expect(await columnsWith(server, planted.flatMap(formsOf))).toEqual([])
})
