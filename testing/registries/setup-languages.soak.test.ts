import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'
import { packagist } from './packagist.ts'
import { pypi, wheelOf } from './pypi.ts'
import { rubygems } from './rubygems.ts'

// Sandboxes see only the programs in /usr.
const hasPip = existsSync('/usr/bin/python3') && existsSync('/usr/lib/python3/dist-packages/pip')
const hasComposer = existsSync('/usr/bin/composer') && existsSync('/usr/bin/php')
const hasBundler = existsSync('/usr/bin/bundle') && existsSync('/usr/bin/gem')

const tiny = { name: 'tinysum', version: '1.0.0', module: 'def add(a, b):\n    return a + b\n' }
const python = await pypi([tiny])
const php = await packagist([
  {
    name: 'acme/tinysum',
    version: '1.2.0',
    autoload: { files: ['sum.php'] },
    files: { 'sum.php': '<?php\nfunction add($a, $b) { return $a + $b; }\n' },
  },
])
const gems = hasBundler
  ? await rubygems([{ name: 'tinysum', version: '1.2.0', source: 'def add(a, b) = a + b\n' }])
  : undefined
afterAll(() => Promise.all([python.close(), php.close(), gems?.close()]))
const server = await testServer({
  ATELIER_REGISTRIES: `pypi=${python.address}pypi/simple/ packagist=${php.address} ${gems ? `rubygems=${gems.address}` : ''}`,
})

const deliver = async (files: Readonly<Record<string, string>>, command: string) => {
  const a = await scene(server)
  const { projectId } = await importProject(a.owner, await bundleOf(files))
  await mergeUnverified(a.owner, projectId, { checks: [{ name: 'test', command }] })
  return deliverChecked(a, projectId, 'one.txt')
}

const uvLock = (hash: string) => `version = 1

[[package]]
name = "shop"
version = "1.0.0"
source = { virtual = "." }
dependencies = [{ name = "tinysum", marker = "sys_platform == 'linux'" }, { name = "winonly", marker = "sys_platform == 'win32'" }]

[[package]]
name = "tinysum"
version = "1.0.0"
source = { registry = "https://pypi.org/simple" }
wheels = [{ url = "https://files.example/tinysum-1.0.0-py3-none-any.whl", hash = "sha256:${hash}" }]

[[package]]
name = "winonly"
version = "1.0.0"
source = { registry = "https://pypi.org/simple" }
wheels = [{ url = "https://files.example/winonly-1.0.0-py3-none-any.whl", hash = "sha256:${'0'.repeat(64)}" }]
`
const usesPython = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'sum_test.py': 'import tinysum\nprint(tinysum.add(1, 2), "it is")\n',
}

test.skipIf(!hasPip || existsSync('/usr/bin/uv'))(
  'tests of Python run with the packages of uv.lock on a machine without uv',
  async () => {
    const lock = uvLock(createHash('sha256').update(wheelOf(tiny)).digest('hex'))
    const { status, checks } = await deliver({ ...usesPython, 'uv.lock': lock }, 'python3 sum_test.py')
    expect({ status, checks }, JSON.stringify(checks)).toMatchObject({ status: 'completed' })
    expect(
      checks.map(({ is }) => is),
      checks[0]!.log,
    ).toEqual(allPassed)
    expect(checks[3]!.log).toContain('3 it is')
  },
)

test.skipIf(!hasPip || existsSync('/usr/bin/uv'))(
  'a wheel with another hash than that of uv.lock is not taken',
  async () => {
    const { checks } = await deliver({ ...usesPython, 'uv.lock': uvLock('a'.repeat(64)) }, 'python3 sum_test.py')
    expect(checks[0]).toMatchObject({ is: 'base setup failed' })
    expect(checks[0]!.log).toMatch(/DO NOT MATCH THE HASHES/)
  },
)

test.skipIf(!hasComposer)(
  'tests of PHP run with packages that Composer resolved, and the change has no lock file',
  async () => {
    const manifest = { require: { 'acme/tinysum': '^1.0' }, autoload: { classmap: ['src/'] } }
    const files = {
      'composer.json': JSON.stringify(manifest),
      '.gitignore': 'vendor/\n',
      'src/Shop.php': '<?php\nclass Shop {}\n',
      'test.php': "<?php\nrequire 'vendor/autoload.php';\nnew Shop();\necho add(1, 2), ' it is';\n",
    }
    const { status, files: changed, checks } = await deliver(files, 'php test.php')
    expect({ status, changed }, JSON.stringify(checks)).toEqual({ status: 'completed', changed: ['one.txt'] })
    expect(
      checks.map(({ is }) => is),
      checks[0]!.log,
    ).toEqual(allPassed)
    expect(checks[0]!.log).toContain('because the repository has no lock file')
    expect(checks[3]!.log).toContain('3 it is')
  },
)

test.skipIf(!hasBundler)(
  'tests of Ruby run with gems of a Gemfile that never ran, and the change has no lock file',
  async () => {
    const files = {
      Gemfile: "source 'https://rubygems.org'\nraise 'it ran' unless File.exist?('test.rb')\ngem 'tinysum', '~> 1.0'\n",
      'test.rb': 'require \'tinysum\'\nputs "#{add(1, 2)} it is"\n',
    }
    const { status, files: changed, checks } = await deliver(files, 'ruby test.rb')
    expect({ status, changed }, JSON.stringify(checks)).toEqual({ status: 'completed', changed: ['one.txt'] })
    expect(
      checks.map(({ is }) => is),
      checks[0]!.log,
    ).toEqual(allPassed)
    expect(checks[0]!.log).toContain('because the repository has no lock file')
    expect(checks[3]!.log).toContain('3 it is')
    expect(JSON.stringify(checks)).not.toContain('it ran')
  },
)
