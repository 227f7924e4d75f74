import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProject } from '../projects/contract.ts'
import {
  createProjectSecretsConfig as create,
  listProjectSecretsConfigs as list,
  updateProjectSecretsConfig as update,
} from './contract/configs.ts'
import { testProjectSecrets as probe } from './contract/syncs.ts'
import { resolveSecrets } from './resolve.ts'

const identity = { clientId: 'machine-1', clientSecret: 'canary-client-secret' }
const token = 'canary-access-token'

/** The faked manager's answer to a list, by the folder; it answers everything else as its API documents. */
const folders: Record<string, { status?: number; body: unknown }> = {
  '/': {
    body: {
      secrets: [{ secretKey: 'STRIPE', secretValue: 'own-canary' }],
      imports: [
        {
          secrets: [
            { secretKey: 'STRIPE', secretValue: 'imported' },
            { secretKey: 'SENTRY', secretValue: 'imported-canary' },
          ],
        },
      ],
    },
  },
  '/hidden': { body: { secrets: [{ secretKey: 'A', secretValue: '<hidden>', secretValueHidden: true }] } },
  '/refused': {
    status: 403,
    body: { message: `No access for ${identity.clientSecret}\u0007 with ${token}`, error: 'Forbidden' },
  },
  '/wordless': { status: 502, body: '<html>' },
  '/odd': { body: { secrets: 'none' } },
  '/odd-secret': { body: { secrets: [{ secretKey: 'A=B', secretValue: 'x' }] } },
  '/large': { body: { secrets: [], padding: 'x'.repeat(2 ** 21) } },
  '/many': { body: { secrets: Array.from({ length: 10_001 }, (_, at) => ({ secretKey: `K${at}`, secretValue: '' })) } },
}

const listed: Record<string, string>[] = []
const site = await loopbackSite((request, response) => {
  const url = new URL(request.url!, 'http://site')
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/api/v1/auth/universal-auth/login') {
    const login = (body: string) => {
      const { clientId, clientSecret } = JSON.parse(body) as typeof identity
      if (clientId === 'elsewhere') return response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
      if (clientId !== identity.clientId || clientSecret !== identity.clientSecret)
        return send(401, { statusCode: 401, message: 'Invalid credentials', error: 'UnauthorizedError' })
      return send(200, { accessToken: token, expiresIn: 7_200, accessTokenMaxTTL: 7_200, tokenType: 'Bearer' })
    }
    text(request).then(login, () => response.destroy())
    return
  }
  if (request.headers.authorization !== `Bearer ${token}`) return void send(401, { message: 'No token' })
  listed.push({ path: url.pathname, ...Object.fromEntries(url.searchParams) })
  const { status = 200, body } = folders[url.searchParams.get('secretPath')!]!
  send(status, body)
})

const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })

const world = async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  return { at, owner: at.owner, projectId: body.id as string }
}

const external = (config: object = {}) => ({
  provider: 'infisical',
  label: 'Vault of the shop',
  config: { ...identity, projectId: 'shop-1', environment: 'prod', siteUrl: site.url, ...config },
})

test('an external manager is asked with its identity, counts in its place, and its fields change one by one', async () => {
  const { at, owner, projectId } = await world()
  await owner.call(create, { projectId, body: { provider: 'manual', label: 'Old', config: { STRIPE: 'a', OLD: 'b' } } })
  const made = await owner.call(create, { projectId, body: external() })
  expect(made).toMatchObject({ status: 201, body: { provider: 'infisical' } })
  await owner.call(create, { projectId, body: { provider: 'manual', label: 'New', config: { SENTRY: 'c' } } })
  expect(await owner.call(probe, { projectId })).toMatchObject({
    status: 200,
    body: { names: ['OLD', 'SENTRY', 'STRIPE'], count: 3 },
  })
  expect(listed.at(-1)).toEqual({
    path: '/api/v3/secrets/raw',
    workspaceId: 'shop-1',
    environment: 'prod',
    secretPath: '/',
    recursive: 'false',
    include_imports: 'true',
    expandSecretReferences: 'true',
  })
  const use = { workspaceId: at.workspace, projectId, names: ['STRIPE', 'SENTRY', 'OLD', 'NONE'], environment: null }
  const { values, missing } = await resolveSecrets(server.parts, use)
  expect([Object.fromEntries(values), missing]).toEqual([{ STRIPE: 'own-canary', SENTRY: 'c', OLD: 'b' }, ['NONE']])
  const input = { projectId, configId: made.body.id as string }
  const body = { config: { environment: 'staging', recursive: true } }
  expect(await owner.call(update, { ...input, body })).toMatchObject({ status: 200 })
  await owner.call(probe, { projectId })
  expect(listed.at(-1)).toMatchObject({ environment: 'staging', recursive: 'true', workspaceId: 'shop-1' })
  expect((await owner.call(list, { projectId })).body[1].configSummary).toEqual({
    clientId: 'machine-1',
    clientSecret: '••••cret',
    projectId: 'shop-1',
    environment: 'staging',
    siteUrl: site.url,
    secretPath: '/',
    recursive: true,
  })
  expect(JSON.stringify(await wholeChain(server, at.workspace))).not.toContain('canary')
})

test('400 passes on the manager’s sentence, and no secret with it', async () => {
  const { at, owner, projectId } = await world()
  const made = await owner.call(create, { projectId, body: external() })
  const host = site.host.split(':')[0]!
  const refusals = [
    [{ clientSecret: 'wrong' }, 'Invalid credentials'],
    [{ clientId: 'elsewhere' }, `${host} redirects`],
    [{ secretPath: '/hidden' }, 'The identity may not read the value of A.'],
    [{ secretPath: '/refused' }, 'No access for •••• with ••••'],
    [{ secretPath: '/wordless' }, `${site.host} refused with status 502.`],
    [{ secretPath: '/odd' }, `${site.host} answered in a way that is not Infisical’s.`],
    [{ secretPath: '/odd-secret' }, `${site.host} answered in a way that is not Infisical’s.`],
    [{ secretPath: '/large' }, `The answer of ${host} is larger`],
    [{ secretPath: '/many' }, 'The folder /many has more than 10000 secrets.'],
  ] as const
  for (const [config, words] of refusals) {
    const body = { config: { ...identity, ...config } }
    await owner.call(update, { projectId, configId: made.body.id as string, body })
    const reply = await unchanged(server, () => owner.call(probe, { projectId }))
    expect(reply).toMatchObject({ status: 400, body: { code: 'secrets_manager_refused' } })
    expect(reply.body.error).toContain(`The secrets config “Vault of the shop” gave no secrets: ${words}`)
    expect(JSON.stringify(reply.body)).not.toContain('canary')
    const use = { workspaceId: at.workspace, projectId, names: ['A'], environment: null }
    await expect(resolveSecrets(server.parts, use)).rejects.toThrow(reply.body.error as string)
  }
  await owner.call(update, { projectId, configId: made.body.id as string, body: { isActive: false } })
  expect(await owner.call(probe, { projectId })).toMatchObject({ status: 200, body: { names: [], count: 0 } })
})

test('400 for a missing or unknown field, and for an address that is no public https origin', async () => {
  const { owner, projectId } = await world()
  const made = await owner.call(create, { projectId, body: external() })
  const wrong = [
    [{ siteUrl: 'http://app.infisical.com' }, 'config.siteUrl'],
    [{ siteUrl: 'https://10.0.0.7' }, 'config.siteUrl'],
    [{ siteUrl: 'https://[::1]' }, 'config.siteUrl'],
    [{ siteUrl: 'https://localhost' }, 'config.siteUrl'],
    [{ siteUrl: 'https://169.254.169.254' }, 'config.siteUrl'],
    [{ siteUrl: 'https://app.infisical.com/api' }, 'config.siteUrl'],
    [{ siteUrl: 'https://me:pw@app.infisical.com' }, 'config.siteUrl'],
    [{ siteUrl: 'ftp://app.infisical.com' }, 'config.siteUrl'],
    [{ siteUrl: `http://127.0.0.1:${site.port + 1}` }, 'config.siteUrl'],
    [{ secretPath: 'no/slash' }, 'config.secretPath'],
    [{ recursive: 'yes' }, 'config.recursive'],
    [{ clientId: '' }, 'config.clientId'],
    [{ projectId: null }, 'config.projectId'],
    [{ token: 'x' }, 'config.token'],
  ] as const
  for (const [config, path] of wrong) {
    const input = { projectId, configId: made.body.id as string, body: { config } }
    for (const call of [
      () => owner.call(create, { projectId, body: external(config) }),
      () => owner.call(update, input),
    ])
      expectError(await call(), 400, 'invalid_request', [expect.objectContaining({ path })])
  }
  const elsewhere = (config: object) =>
    owner.call(update, { projectId, configId: made.body.id as string, body: { config } })
  const siteUrl = 'https://eu.infisical.com'
  expectError(await elsewhere({ siteUrl }), 400, 'invalid_request', [
    { path: 'config.clientSecret', message: 'is required with another siteUrl', rule: 'required' },
  ])
  expect(await elsewhere({ siteUrl: site.url, recursive: true })).toMatchObject({ status: 200 })
  expect(await elsewhere({ siteUrl, clientSecret: 'of-that-server' })).toMatchObject({ status: 200 })
  const bare = { provider: 'infisical', label: 'Bare', config: {} }
  const reply = await unchanged(server, () => owner.call(create, { projectId, body: bare }))
  expect((reply.body.fields as { path: string }[]).map(({ path }) => path)).toEqual(
    ['clientId', 'clientSecret', 'projectId', 'environment'].map((name) => `config.${name}`),
  )
})
