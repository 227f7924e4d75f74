import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { isSoak } from '../soak.ts'
import { allPassed, allPassedOfGo, deliverChecked } from './deliver-checked.ts'
import { goProxy } from './go-proxy.ts'
import { pypi } from './pypi.ts'

// Sandboxes see only the programs in /usr; testing/runner/programs.ts says so where one is missing.
const hasPip = existsSync('/usr/bin/python3') && existsSync('/usr/lib/python3/dist-packages/pip')
const hasGo = existsSync('/usr/bin/go')

const python = await pypi([
  { name: 'tinysum', version: '1.0.0', module: 'def add(a, b):\n    return a + b\n' },
  { name: 'shop', version: '1.0.0', module: 'origin = "published"\n' },
])
const modules = await goProxy([
  {
    path: 'example.com/tinysum',
    version: 'v1.0.0',
    source: 'package tinysum\n\nfunc Add(a, b int) int { return a + b }\n',
  },
])
afterAll(() => Promise.all([python.close(), modules.close()]))
const server = await testServer({ ATELIER_REGISTRIES: `pypi=${python.address}pypi/simple/ go=${modules.address}` })

test.skipIf(!hasPip)(
  'tests of Python run with the packages of requirements.txt, and its setup.py never has a network',
  async () => {
    const a = await scene(server)
    const files = {
      'requirements.txt': '-e .\ntinysum==1.0.0\n',
      'setup.py': "import os\nopen('/tmp/ran', 'w').write('x')\nraise SystemExit('setup.py ran')\n",
      'sum_test.py':
        'import tinysum\nassert tinysum.add(1, 2) == 3\nprint("3 it is")\n' +
        // An environment of its own has pip, and no package of the machine beside it.
        'import sys, pip\nassert not [path for path in sys.path if path.startswith("/usr") and path.endswith("-packages")]\n',
    }
    const { projectId } = await importProject(a.owner, await bundleOf(files))
    const checks = [{ name: 'test', command: 'python3 sum_test.py' }]
    await mergeUnverified(a.owner, projectId, { checks })
    const first = await deliverChecked(a, projectId, 'one.txt')
    expect(first, JSON.stringify(first)).toMatchObject({ status: 'completed' })
    expect(first.checks.map(({ is }) => is)).toEqual(allPassed)
    expect(first.checks[3]!.log).toContain('3 it is')
    expect(JSON.stringify(first)).not.toContain('setup.py ran')
    // That nothing is fetched again is one rule for all registries: setup-npm.test.ts.
    if (!isSoak) return
    const asked = python.asked.length
    const second = await deliverChecked(a, projectId, 'two.txt')
    expect(second.checks.map(({ is }) => is)).toEqual(allPassed)
    expect(python.asked.length).toBe(asked)
  },
)

test.skipIf(!hasGo)('tests of Go run with the modules of go.sum, and without a network', async () => {
  const a = await scene(server)
  const files = {
    'go.mod': 'module example.com/shop\n\ngo 1.19\n\nrequire example.com/tinysum v1.0.0\n',
    'go.sum': modules.sum,
    'shop_test.go':
      'package shop\n\nimport (\n\t"testing"\n\n\t"example.com/tinysum"\n)\n\nfunc TestAdd(t *testing.T) {\n\tif tinysum.Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  }
  const { projectId } = await importProject(a.owner, await bundleOf(files))
  await mergeUnverified(a.owner, projectId)
  const { status, checks } = await deliverChecked(a, projectId, 'one.txt')
  expect({ status, checks }, JSON.stringify(checks)).toMatchObject({ status: 'completed' })
  expect(checks.map(({ is }) => is)).toEqual(allPassedOfGo)
  expect(modules.asked.filter((path) => path.endsWith('.zip'))).toHaveLength(1)
})

test.skipIf(!hasPip)(
  'tests of Python run without a lock file, by the literal lists of a setup.py that never runs',
  async () => {
    const a = await scene(server)
    const files = {
      'setup.py':
        "from setuptools import setup\nopen('/tmp/ran', 'w')\nsetup(name='shop', install_requires=['tinysum>=1', 'shop'])\n",
      'src/shop.py': 'origin = "own"\n',
      'sum_test.py': 'import shop, tinysum\nassert tinysum.add(1, 2) == 3\nprint("3 it is, of", shop.origin)\n',
    }
    const { projectId } = await importProject(a.owner, await bundleOf(files))
    await mergeUnverified(a.owner, projectId, { checks: [{ name: 'test', command: 'python3 sum_test.py' }] })
    const { status, checks } = await deliverChecked(a, projectId, 'one.txt')
    expect({ status, checks }, JSON.stringify(checks)).toMatchObject({ status: 'completed' })
    expect(checks.map(({ is }) => is)).toEqual(allPassed)
    expect(checks[0]!.log).toContain('because the repository has no lock file')
    // A published version of the project itself is not what its tests run with.
    expect(checks[3]!.log).toContain('3 it is, of own')
  },
)

test.skipIf(!hasGo)(
  'tests of Go run without go.sum, with the versions of go.mod, and the change has no go.sum',
  async () => {
    const a = await scene(server)
    const files = {
      'go.mod': 'module example.com/shop\n\ngo 1.19\n\nrequire example.com/tinysum v1.0.0\n',
      'shop_test.go':
        'package shop\n\nimport (\n\t"testing"\n\n\t"example.com/tinysum"\n)\n\nfunc TestAdd(t *testing.T) {\n\tif tinysum.Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    }
    const { projectId } = await importProject(a.owner, await bundleOf(files))
    await mergeUnverified(a.owner, projectId)
    const { status, files: changed, checks } = await deliverChecked(a, projectId, 'one.txt')
    expect({ status, changed }, JSON.stringify(checks)).toEqual({ status: 'completed', changed: ['one.txt'] })
    expect(checks.map(({ is }) => is)).toEqual(allPassedOfGo)
  },
)
