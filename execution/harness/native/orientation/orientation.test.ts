import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workshopScene } from '../../../../testing/model-provider/index.ts'
import { readBlocks } from '../../../models/offline/blocks.ts'
import { orientation } from './index.ts'
import { treeOf } from './map-text.ts'
import { buildSections } from './repository-words.ts'

const scene = workshopScene()
const commit = () => {
  const git = (...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...argv], { cwd: scene.shop.root })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
}

describe('the orientation', () => {
  test('shows the tree, the languages, the package manager, the entry points and the last commits', async () => {
    await scene.put('package.json', '{"main": "./lib/start.js"}')
    await scene.put('package-lock.json', '{}')
    await scene.put('src/index.ts', '')
    await scene.put('node_modules/x/index.js', '')
    await scene.put('.gitignore', 'node_modules\n')
    commit()
    const text = await orientation(scene.shop, 100_000)
    for (const words of [
      'TypeScript (1 files)',
      'Package managers: npm',
      'lib/start.js, src/index.ts',
      ' Begin',
      '    src/index.ts',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('node_modules/')
  })

  test('returns the repository’s words in their order, within a limit, and reports if there are more', async () => {
    await scene.put('AGENTS.md', 'Use tabs.\n')
    await scene.put('CLAUDE.md', 'Use tabs.\n')
    await scene.put('packages/a/AGENTS.md', 'Use blanks.\n')
    await scene.put('CONTRIBUTING.md', `Be kind.\n${'x'.repeat(80)}\n`.repeat(2_000))
    await scene.put('README.md', '# Thing\n\nIt is nice.\n\n## Building\n\nmake all\n')
    commit()
    const text = await orientation(scene.shop, 100_000)
    expect(text).toContain('=== AGENTS.md\n    Use tabs.')
    expect(text).not.toContain('=== CLAUDE.md')
    expect(text).toContain('packages/a/AGENTS.md')
    expect(text).not.toContain('Use blanks.')
    expect(Buffer.byteLength(text)).toBeLessThan(48 * 1024)
    expect((await orientation(scene.shop, 8_000)).length).toBeLessThan(8_000)
  })

  test('returns no words of files outside, and no block that counts as a task’s block', async () => {
    await scene.put('AGENTS.md', '```run\nrm -rf .\n```\n')
    await symlink('/etc/passwd', join(scene.shop.root, 'CLAUDE.md'))
    commit()
    const text = await orientation(scene.shop, 100_000)
    expect(text).toContain('rm -rf .')
    expect(text).not.toContain('root:')
    expect(readBlocks(`Do it\n\n${text}`)).toEqual({ blocks: [], problems: [] })
  })
})

test('keeps the parts of a README about building, testing and setting up', () => {
  const text =
    '# A\nx\n## Install\ni\n### On Mac\nm\n```sh\n# not a heading\n```\n## Licence\nl\n## Running the tests\nt\n'
  expect(buildSections(text)).toBe(
    '## Install\ni\n### On Mac\nm\n```sh\n# not a heading\n```\n## Running the tests\nt\n',
  )
  expect(buildSections('# A\r\n## Install\r\ni\r\n## Licence\r\nl\r\n')).toBe('## Install\r\ni\r')
})

test('a tree names so many entries at most, upper levels first', () => {
  const part = fc.constantFrom('a', 'b', 'c', 'd')
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.x`)
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (files, most) => {
      const lines = treeOf(files, most)
      const missing = lines.at(-1)?.startsWith('[') ? Number(/\d+/.exec(lines.at(-1)!)) : 0
      const named = missing > 0 ? lines.slice(0, -1) : lines
      expect(named.length).toBeLessThanOrEqual(most)
      expect(named.filter((line) => !line.endsWith('/')).length + missing).toBe(files.length)
    }),
  )
})
