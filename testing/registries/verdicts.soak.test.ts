import { afterAll, expect, test } from 'vitest'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { fileBlock, mergeUnverified, propose } from '../delivery.ts'
import { isInstalled } from '../runner/programs.ts'
import { bundleOf, importProject } from '../repository.ts'
import { runUntilAsked } from '../runs/requests.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { java, pom } from './java-files.ts'
import { publicRelay } from './public-relay.ts'

const relay = await publicRelay()
afterAll(() => relay.close())

test.runIf(isInstalled('mvn'))('a JUnit project gets its verdict by its single tests', async () => {
  const server = await testServer({ ATELIER_REGISTRIES: relay.registries })
  const a = await scene(server)
  const { projectId } = await importProject(a.owner, await bundleOf({ ...java, 'pom.xml': pom }))
  await mergeUnverified(a.owner, projectId)
  const shop = java['src/main/java/Shop.java'].replace(
    /\}\n$/,
    '  static int less(int a, int b) {\n    return a - b;\n  }\n}\n',
  )
  const own = java['src/test/java/ShopTest.java'].replace(
    /\}\n$/,
    '  @Test\n  void takesAway() {\n    assertEquals(1, Shop.less(3, 2));\n  }\n}\n',
  )
  const request = [
    fileBlock('src/main/java/Shop.java', shop),
    fileBlock('src/test/java/LessTest.java', own.replace('class ShopTest', 'class LessTest')),
  ]
  const { tasks } = await runUntilAsked(a.owner, await propose(a.owner, projectId, request.join('\n\n')))
  const { body } = await a.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const checks = body.checks as readonly {
    phase: string
    name: string
    outcome: string
    log: string
    tests: object | null
  }[]
  const said = JSON.stringify(checks.map(({ phase, name, outcome, tests }) => [phase, name, outcome, tests]))
  expect(body.verdict, `${said}\n${checks.map(({ log }) => log.slice(-1_500)).join('\n')}`).toMatchObject({
    outcome: 'shown',
  })
  const after = checks.find(({ phase, name }) => phase === 'task' && name === 'test')
  expect(after).toMatchObject({ outcome: 'passed', tests: { total: 3, passed: 3, runner: 'mvn test' } })
})

test('a product of shell scripts is shown by a test of its own', async () => {
  const files = {
    Makefile: 'test:\n\tsh test.sh\n',
    'lib.sh': 'sum() {\n  expr "$1" + "$2"\n}\n',
    'test.sh': 'set -e\n. ./lib.sh\n[ "$(sum 1 2)" = 3 ] || exit 1\n',
  }
  const a = await scene(await testServer())
  const { projectId } = await importProject(a.owner, await bundleOf(files))
  await mergeUnverified(a.owner, projectId)
  const request = [
    fileBlock('lib.sh', `${files['lib.sh']}less() {\n  expr "$1" - "$2"\n}\n`),
    fileBlock('test.sh', `${files['test.sh']}[ "$(less 3 1)" = 2 ] || exit 1\n`),
  ]
  const { tasks } = await runUntilAsked(a.owner, await propose(a.owner, projectId, request.join('\n\n')))
  const { body } = await a.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(body.verdict, JSON.stringify(body)).toMatchObject({ outcome: 'shown' })
})
