import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { examplesIn, runExamples, type ExampleOutput } from './docs/run-page.ts'
import { operations } from './docs/write-errors.ts'
import { createProject } from './domains/code/projects/contract.ts'
import { newKey } from './platform/access/index.ts'
import { callerOf } from './testing/caller.ts'
import { compiled } from './testing/runner/compiled.ts'
import { scene } from './testing/scene.ts'
import { testServer } from './testing/server.ts'

const root = import.meta.dirname
const server = await testServer()
const pageAt = (path: string) => readFileSync(join(root, path), 'utf8')

test('docs/errors.md lists exactly the operations that are served', async () => {
  const { paths } = (await (await fetch(`${server.baseUrl}/v1/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const served = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect((await operations()).map(({ id }) => id)).toEqual(served.sort())
})

const hasCurl = () => {
  try {
    return execFileSync('curl', ['--version']).length > 0
  } catch {
    return false
  }
}

// The tests of the command line run some commands of other pages, and some are for people to read.
const runnable = [
  ['docs/api.md', 5],
  ['docs/approvals.md', 3],
  ['docs/brand-kit.md', 2],
  ['docs/client-portals.md', 3],
  ['docs/cycles.md', 6],
  ['docs/environments.md', 2],
  ['docs/events.md', 4],
  ['docs/git-host.md', 2],
  ['docs/imports.md', 5],
  ['docs/members.md', 1],
  ['docs/model-calls.md', 3],
  ['docs/personal-data.md', 1],
  ['docs/projects.md', 5],
  ['docs/secrets.md', 5],
  ['docs/sign-in.md', 2],
  ['docs/sync.md', 5],
  ['docs/web-access.md', 3],
] as const

test.skipIf(!hasCurl()).each(runnable)('the commands of %s work as the page shows', async (page, least) => {
  const ran = await runPage(page)
  expect(ran.filter(({ example }) => example.shown).length).toBeGreaterThanOrEqual(least)
  for (const one of ran) expectShown(page, one)
})

test('the commands of docs/add-an-operation.md work, and change nothing while the pages are up to date', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-docs-'))
  try {
    for (const part of ['docs', 'domains', 'execution', 'packages', 'platform'])
      await cp(join(root, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
    const place = { folder, environment: person(folder), signal: context.signal }
    const ran = await runExamples(examplesIn(pageAt('docs/add-an-operation.md')), place)
    expect(ran).toHaveLength(1)
    for (const page of ['docs/errors.md', 'docs/access.md'])
      expect(await readFile(join(folder, page), 'utf8')).toBe(pageAt(page))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the statements in docs/operations.md replace a key', async () => {
  const { owner } = await scene(server)
  const fresh = newKey()
  const [block] = /(?<=^```sql\n)[^]*?(?=^```$)/m.exec(pageAt('docs/operations.md'))!
  const statements = block.replaceAll('atl_NEW', fresh.secret).replaceAll('atl_OLD…', `${owner.key!.slice(0, 8)}…`)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
  server.parts.credentials.keys.forget()
  expect((await callerOf(server.baseUrl, fresh.secret).call(createProject, { body: {} })).status).toBe(201)
  expect((await owner.call(createProject, { body: {} })).status).toBe(401)
})

const runPage = async (page: string): Promise<ExampleOutput[]> => {
  const { owner, workspace } = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-docs-'))
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  try {
    const programs = await withCommandLine(folder)
    const environment = {
      ...person(folder),
      PATH: `${programs}:${person(folder).PATH}`,
      URL: server.baseUrl,
      KEY: owner.key!,
      ATELIER_URL: server.baseUrl,
      ATELIER_API_KEY: owner.key!,
      WORKSPACE: workspace,
      ...compiled(),
    }
    return await runExamples(examplesIn(pageAt(page)), { folder, environment, signal: stop.signal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A folder with the command line as bin/link puts it on the PATH, without looking for a setup each time. */
const withCommandLine = async (folder: string) => {
  const programs = join(folder, '.programs')
  await mkdir(programs)
  const script = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'apps/cli/main.ts')}' "$@"\n`
  await writeFile(join(programs, 'atelier'), script, { mode: 0o755 })
  return programs
}

/** The environment of a person who has set git up and has this Node. */
const person = (home: string) => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Reader',
  GIT_AUTHOR_EMAIL: 'reader@example.com',
  GIT_COMMITTER_NAME: 'Reader',
  GIT_COMMITTER_EMAIL: 'reader@example.com',
})

const expectShown = (page: string, { example: { line, shown }, printed }: ExampleOutput) => {
  if (!shown) return
  const where = `${page}, the block at line ${line}`
  if (shown.kind === 'text') {
    expect(steady(printed), where).toBe(steady(shown.content).trim())
    return
  }
  const [actual, expected] = [printed, shown.content].map((text) => JSON.parse(steady(text)) as unknown[] | object)
  // A list has to be whole, a record may be shortened.
  if (Array.isArray(expected)) expect(actual, where).toEqual(expected)
  else expect(actual, where).toMatchObject(expected!)
}

/** Values that differ each time, by their kind alone. */
const steady = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<sha256>')
    .replaceAll(/\b[0-9a-f]{40}\b/g, '<sha>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
