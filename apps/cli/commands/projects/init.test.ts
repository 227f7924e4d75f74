import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { Sample } from '../../../../testing/repositories/samples.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'init-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

interface InitDocument {
  readonly projectId: string
  readonly imported: boolean
  readonly rows: readonly { readonly what: string; readonly state: string; readonly finding: string }[]
  readonly proposals: readonly { readonly title: string }[]
  readonly checks: readonly { readonly name: string; readonly outcome: string; readonly log: string }[]
}
const documentOf = ({ documents }: { readonly documents: readonly unknown[] }) => documents.at(-1) as InitDocument
const stateOf = ({ rows }: InitDocument, what: string) =>
  rows.filter((row) => row.what === what).map(({ state }) => state)

test.runIf(isLong)(
  'a checkout is imported once, its tests run in a sandbox, and missing parts and possible changes are reported',
  async () => {
    const { owner } = await scene(server)
    const at = join(folder, 'shop')
    const shop = new Sample(at)
    shop.write('package.json', JSON.stringify({ scripts: { test: 'sh test.sh', lint: 'make lint' } }))
    shop.write('Makefile', 'lint:\n\tatelier-lacks-this\n')
    shop.write('test.sh', 'cat .git/HEAD 2>/dev/null; echo "expected 3, got 4"; exit 1')
    shop.write('.env.example', 'STRIPE_API_KEY=sk_live_never_shown\n')
    shop.write('compose.yaml', 'services:\n  queue:\n    image: rabbitmq:3\n')
    shop.commit('First')
    await writeFile(join(at, 'uncommitted.txt'), 'mine')

    const run = () => runCommand(server, owner, ['init'], at)
    // The second waits for nothing: it says so, and changes nothing.
    const [one, other] = await Promise.all([run(), run()])
    const [first, second] = one.failure === undefined ? [one, other] : [other, one]
    expect(second.failure).toMatchObject({
      code: 'busy_here',
      message: expect.stringContaining('Another command') as string,
    })
    expect(first.failure).toBeUndefined()
    expect(first.said.join('\n')).toContain('uncommitted.txt')
    const document = documentOf(first)
    expect(document).toMatchObject({ imported: true, checks: [{ name: 'test', outcome: 'failed' }, { name: 'lint' }] })
    expect(first.said.join('\n')).toMatch(/^The tests did not pass; they ended after /m)
    // What the machine lacks is no fault of the code.
    expect(stateOf(document, 'checks')).toEqual(['missing'])
    expect(stateOf(document, 'tests')).toEqual(['failed'])
    expect(document.rows).toContainEqual(expect.objectContaining({ what: 'secrets', finding: 'STRIPE_API_KEY' }))
    expect(stateOf(document, 'services')).toEqual(['missing'])
    expect(document.proposals[0]!.title).toBe('Make the tests pass that fail with sh test.sh')
    const printed = first.printed.join('\n')
    expect(printed).toContain('expected 3, got 4')
    expect(printed).not.toContain('never_shown')

    shop.write('test.sh', 'git log -1 --format=%s | grep "^Mend the test$" && test -z "$(git status --porcelain)"')
    shop.commit('Mend the test')
    const green = await run()
    expect(green.said.join('\n')).toMatch(/^The tests passed in /m)
    const again = documentOf(green)
    expect(again).toMatchObject({ imported: false, projectId: document.projectId })
    expect(stateOf(again, 'tests')).toEqual(['fine'])
  },
)

test('a path that is no folder, one without a repository and a history that is too large each get a message', async () => {
  const { owner } = await scene(server)
  const run = async (path: string) => (await runCommand(server, owner, ['init', path], folder)).failure
  expect(await run('nowhere')).toMatchObject({ kind: 'usage' })
  await mkdir(join(folder, 'plain'))
  expect(await run('plain')).toMatchObject({
    code: 'no_repository',
    message: expect.stringContaining('git init') as string,
  })
  const at = join(folder, 'huge')
  const huge = new Sample(at)
  huge.write('a.txt', 'a')
  huge.commit('First')
  await mkdir(join(at, '.git/objects/pack'), { recursive: true })
  const pack = join(at, '.git/objects/pack/pack-a.pack')
  await writeFile(pack, '')
  await truncate(pack, 6 * 2 ** 30)
  expect(await run('huge')).toMatchObject({
    code: 'history_too_large',
    message: expect.stringContaining('git bundle create') as string,
  })
})
