import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { testCodeHost } from '../../../testing/integrations/code-host.ts'
import { testGitHubApp } from '../../../testing/integrations/github-app.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { declaredScan, finalize, leakedToken } from '../../../testing/repositories/imports.ts'
import { git, inFolder, writeFiles, type FileSpec } from '../../../testing/repository.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProjectImport, scanGitAddress } from '../imports/contract.ts'
import { connectProjectRepo, createCodeHost, listCodeHostRepositories, scanCodeHostRepository } from './contract.ts'
import { isLong } from '../../../testing/soak.ts'

const token = 'token-of-the-test-0004'
const app = testGitHubApp()
const host = await testCodeHost(token, app)
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: host.host })

/** A repository at the host with one commit; returns its id. */
const fill = (fullName: string, files: Readonly<Record<string, FileSpec>>, branch = 'main') =>
  inFolder(async (folder) => {
    host.add(fullName)
    git(folder, 'init', '--quiet', `--initial-branch=${branch}`)
    await writeFiles(folder, files)
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--message', 'Begin')
    git(folder, 'push', '--quiet', host.folderOf(fullName), branch)
    git(host.folderOf(fullName), 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
    return git(folder, 'rev-parse', 'HEAD').trim()
  })

const shopCommit = await fill('acme/shop', { 'package.json': '{}', 'a.txt': 'a' }, 'trunk')
await fill('acme/leaky', { 'pay.ts': `export const token = '${leakedToken}'\n` })
host.add('acme/void')

const connectionIn = async (at: Scene, change: object = {}) => {
  const body = { kind: 'gitea' as const, name: 'Acme', baseUrl: host.url, token, ...change }
  return (await at.owner.call(createCodeHost, { body })).body.id as string
}
const scan = (caller: Scene['owner'], id: string, fullName: string, branch?: string) =>
  caller.call(scanCodeHostRepository, { id, body: { fullName, ...(branch !== undefined && { branch }) } })
const namesOf = (reply: { readonly body: Readonly<Record<string, unknown>> }) =>
  (reply.body.repositories as { readonly fullName: string }[]).map(({ fullName }) => fullName)

describe('the repositories of a connection', () => {
  test('200 are listed to a member and searched by a part of the name, from each kind of host', async () => {
    const at = await scene(server)
    const { appId, installationId, privateKey } = app
    const ids = [
      await connectionIn(at),
      await connectionIn(at, { kind: 'gitlab', name: 'Lab' }),
      await connectionIn(at, {
        kind: 'github',
        name: 'Hub',
        token: undefined,
        app: { appId, installationId, privateKey },
      }),
    ]
    for (const id of ids) {
      const all = await at.member.call(listCodeHostRepositories, { id })
      expect([all.status, namesOf(all), all.body.hasMore]).toEqual([
        200,
        ['acme/leaky', 'acme/shop', 'acme/void'],
        false,
      ])
      const found = await at.member.call(listCodeHostRepositories, { id, query: { search: 'shop' } })
      expect(found.body.repositories).toEqual([
        { fullName: 'acme/shop', isPrivate: id !== ids[1], changedAt: '2026-03-04T09:30:00.000Z' },
      ])
      expect(namesOf(await at.member.call(listCodeHostRepositories, { id, query: { search: 'nothing' } }))).toEqual([])
    }
  })

  test.runIf(isLong)('200 at most fifty are listed, and a search finds one behind them', async () => {
    const many = await testCodeHost('token-of-the-test-0005')
    for (let at = 0; at < 60; at++) many.add(`acme/project-${String(at).padStart(2, '0')}`)
    const other = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: many.host })
    const at = await scene(other)
    const id = await connectionIn(at, { baseUrl: many.url, token: 'token-of-the-test-0005' })
    const all = await at.member.call(listCodeHostRepositories, { id })
    expect([namesOf(all).length, all.body.hasMore]).toEqual([50, true])
    const found = await at.member.call(listCodeHostRepositories, { id, query: { search: 'PROJECT-59' } })
    expect([namesOf(found), found.body.hasMore]).toEqual([['acme/project-59'], false])
  })

  test('404, 502 and none: another workspace, a host that is down, and a key that names projects', async () => {
    const at = await scene(server)
    const other = await scene(server)
    const id = await connectionIn(at)
    expectError(await other.owner.call(listCodeHostRepositories, { id }), 404, 'not_found')
    const narrow = await at.join('owner', { projectIds: [uuidv7()] })
    expect(namesOf(await narrow.caller.call(listCodeHostRepositories, { id }))).toEqual([])
    host.isDown = true
    const down = await at.member.call(listCodeHostRepositories, { id })
    host.isDown = false
    expectError(down, 502, 'code_host_failed')
    expect(JSON.stringify(down.body)).not.toContain(token)
  })
})

describe('the scan of a repository at a code host', () => {
  test('201 its default branch is fetched with its history, imported, and connected to its source', async () => {
    const at = await scene(server)
    const id = await connectionIn(at)
    const scanned = await scan(at.member, id, 'acme/shop')
    expect({ status: scanned.status, body: scanned.body }).toMatchObject({
      status: 201,
      body: { source: 'bundle', defaultBranch: 'trunk', commitSha: shopCommit, findingsTotal: 0 },
    })
    const [row] = await auditOf(server, at.workspace, scanned.body.id as string)
    expect(row).toMatchObject({ action: 'import.scan' })
    expect(JSON.stringify(row)).toContain('acme/shop')
    const begun = await at.member.call(createProjectImport, { body: declaredScan(scanned, { name: 'Shop' }) })
    const made = await finalize(at.member, begun.body.id as string)
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201, body: { commitSha: shopCommit } })
    const body = { codeHostId: id, fullName: 'acme/shop' }
    const connected = await at.member.call(connectProjectRepo, { id: made.body.projectId as string, body })
    expect(connected).toMatchObject({ status: 201, body: { fullName: 'acme/shop' } })
  })

  test.runIf(isLong)('201 findings are listed as for any bundle', async () => {
    const at = await scene(server)
    const { status, body } = await scan(at.owner, await connectionIn(at), 'acme/leaky', 'main')
    expect({ status, body }).toMatchObject({ status: 201, body: { findingsTotal: 1 } })
    expect(JSON.stringify(body)).not.toContain(leakedToken)
  })

  test('400, 404, 409 and 502 keep nothing', async () => {
    const at = await scene(server)
    const other = await scene(server)
    const id = await connectionIn(at)
    const wrong = await connectionIn(at, { name: 'Wrong', token: 'another-token' })
    await unchanged(server, async () => {
      expectError(await scan(at.owner, id, 'no name'), 400, 'invalid_request')
      expectError(await scan(other.owner, id, 'acme/shop'), 404, 'not_found')
      expectError(await scan(at.owner, id, 'acme/none'), 409, 'git_repository_absent')
      expectError(await scan(at.owner, id, 'acme/void'), 409, 'git_branch_absent')
      expectError(await scan(at.owner, id, 'acme/shop', 'other'), 409, 'git_branch_absent')
      expectError(await scan(at.owner, wrong, 'acme/shop'), 502, 'git_fetch_failed')
    })
  })
})

describe('the scan of a git address', () => {
  const scanAddress = (caller: Scene['owner'], url: string) => caller.call(scanGitAddress, { body: { url } })

  test.runIf(isLong)('201 a public repository is fetched without a password, with and without .git', async () => {
    const at = await scene(server)
    host.isPublic = true
    const scanned = await scanAddress(at.member, ` ${host.url}/acme/shop `)
    const named = await scanAddress(at.member, `${host.url}/acme/shop.git`)
    host.isPublic = false
    for (const { status, body } of [scanned, named])
      expect({ status, body }).toMatchObject({ status: 201, body: { defaultBranch: 'trunk', commitSha: shopCommit } })
    expect(scanned.body.bundleSha256).toBe(named.body.bundleSha256)
  })

  test('400, 409 and 502: no address, a private repository, none there, and a server that is down', async () => {
    const at = await scene(server)
    await unchanged(server, async () => {
      for (const url of ['git@git.example.com:acme/shop.git', 'https://10.0.0.7/a', `https://me:secret@example.com/a`])
        expectError(await scanAddress(at.owner, url), 400, 'invalid_request')
      expectError(await scanAddress(at.owner, `${host.url}/acme/shop`), 409, 'git_repository_absent')
      host.isPublic = true
      expectError(await scanAddress(at.owner, `${host.url}/acme/none`), 409, 'git_repository_absent')
      host.isDown = true
      expectError(await scanAddress(at.owner, `${host.url}/acme/shop`), 502, 'git_fetch_failed')
      host.isDown = false
      host.isPublic = false
    })
  })
})
