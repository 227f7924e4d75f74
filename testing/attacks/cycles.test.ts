import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../soak.ts'
import { isLinkOutside, faultsIn } from '../../domains/delivery/review/review.ts'
import { storable, transcriber } from '../../domains/delivery/agent-work/transcribe.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { fileBlock, mergingChecked, nodeLibrary, propose, runCycle } from '../delivery.ts'
import { bundleOf, bundleRepository, git, importProject, inFolder, writeFiles } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()

const installing = {
  ...nodeLibrary,
  '.gitignore': 'installed/\n',
  'requirements.txt': 'one\n',
  'install.sh': 'mkdir -p installed; echo honest > installed/marker\n',
  'sum.test.js':
    "import { readFileSync } from 'node:fs'\nimport assert from 'node:assert'\nimport test from 'node:test'\ntest('is honest', () => assert.equal(readFileSync('installed/marker', 'utf8'), 'honest\\n'))\n",
}

test('files installed by a refused change are not available to other changes', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(installing))
  await owner.call(updateProject, {
    id: projectId,
    body: {
      runtime: { setup: 'sh install.sh', review: { ...mergingChecked.review, packages: 'merge' } },
      maxRevisions: 0,
    },
  })
  const locks = fileBlock('requirements.txt', 'two\n')
  const evil = fileBlock('install.sh', 'mkdir -p installed; echo evil > installed/marker\n')
  const refused = await runCycle(owner, await propose(owner, projectId, locks + evil))
  expect(refused.cycle).toMatchObject({ status: 'failed', failure: { code: 'review_refused' } })
  const honest = await runCycle(owner, await propose(owner, projectId, locks))
  expect(honest.cycle).toMatchObject({ status: 'completed' })
})

test.runIf(isLong)('a branch that names billions of files is not checked out, and the run reports why', async () => {
  const { owner } = await scene(server)
  const bundle = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, nodeLibrary)
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'First')
    let tree = ''
    for (let level = 0; level < 10; level += 1) {
      const level10 = join(folder, '.git', 'bomb')
      mkdirSync(level10, { recursive: true })
      const entry =
        level === 0 ? `100644 blob ${git(folder, 'rev-parse', 'HEAD:sum.js').trim()}` : `040000 tree ${tree}`
      writeFileSync(join(level10, 'list'), Array.from({ length: 10 }, (_, at) => `${entry}\tn${at}\n`).join(''))
      tree = git(folder, '-c', 'alias.tree=!git mktree < .git/bomb/list', 'tree').trim()
    }
    git(folder, 'branch', 'bomb', git(folder, 'commit-tree', tree, '-m', 'Bomb').trim())
    return bundleRepository(folder)
  })
  const { projectId } = await importProject(owner, bundle)
  const body = { projectId, title: 'A change', description: fileBlock('a.txt', 'x\n'), targetBranch: 'bomb' }
  const { cycle } = await runCycle(owner, (await owner.call(proposeCycle, { body })).body.cycle.id as string)
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: { step: 'plan', message: expect.stringMatching(/200000 files/) },
  })
})

const linkTo = (name: string, after: string) =>
  faultsIn(
    {
      name,
      after,
      before: undefined,
      secretsBefore: [],
      secretsAfter: [],
      file: {
        path: name,
        kind: 'added',
        additions: 1,
        deletions: 0,
        binary: false,
        modeBefore: '000000',
        modeAfter: '120000',
      },
    },
    new Set(),
  )

test('accepted links stay inside the repository through any other links', () => {
  const target = fc.array(fc.constantFrom('..', '.', 'a', 'b', 'l1', 'l2', ''), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(target, target, target, (one, two, three) => {
      const links = new Map([
        ['a/l1', one.join('/')],
        ['l2', two.join('/')],
        ['b/a/l1', three.join('/')],
      ])
      for (const [name, to] of links) if (to === '' || linkTo(name, to).length > 0) links.delete(name)
      for (const name of links.keys()) expect(arrivesInside(links, name)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

/** Follows links as a kernel does, for a while. */
const arrivesInside = (links: ReadonlyMap<string, string>, name: string): boolean => {
  let rest = name.split('/')
  const at: string[] = []
  for (let steps = 0; rest.length > 0 && steps < 40; steps += 1) {
    const [part, ...after] = rest
    rest = after
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (at.pop() === undefined) return false
      continue
    }
    const to = links.get([...at, part].join('/'))
    if (to === undefined) at.push(part!)
    else if (to.startsWith('/')) return false
    else rest = [...to.split('/'), ...rest]
  }
  return true
}

test('a link with .. after a name is refused, because that name may be a link', () => {
  expect(isLinkOutside('l', 'a/b/../..')).toBe(false)
  expect(linkTo('l', 'a/b/../..')).toEqual([expect.stringContaining('behind a name')])
  expect(linkTo('d/e/l', '../../a')).toEqual([])
})

test('any report of an agent is stored, without loss of others', async () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 8 }), (value) => {
      const text = JSON.stringify(storable(value))
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i)
    }),
  )
  const { database } = server
  const { workspace } = await scene(server)
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
  const stored = await database.within(workspace, async (tx) => {
    const values = [JSON.stringify(storable({ '\0': '\0', '\ud800': ['\udc00', deep], __proto__: { a: 1 } }))]
    return (await tx.query<{ kept: string }>({ text: 'select $1::jsonb::text as kept', values })).rows[0]!.kept
  })
  expect(stored).toContain('nested too deep')
})

test('a transcript batch that could not be written is written with the next one', async () => {
  const written: number[] = []
  let broken = false
  const write = async () => {
    if (broken) throw new Error('The database does not answer')
    return written.push(1)
  }
  const context = { run: { id: 'r' }, step: { seq: 1, attempt: 1 }, write } as never
  const transcript = transcriber(context, { id: 't' } as never, { steps: 1, tokens: 1_000, wallMs: 1_000 })
  // The first look asks how much the project keeps already; a report of costs is nothing that people wait for.
  await transcript.add({ type: 'usage', inputTokens: 1, outputTokens: 1 })
  broken = true
  await expect(transcript.flush()).rejects.toThrow('does not answer')
  broken = false
  await transcript.flush()
  await transcript.flush()
  expect(written).toEqual([1, 1])
})
