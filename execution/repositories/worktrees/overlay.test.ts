import { expect, test } from 'vitest'
import { bundleRepository, git, inFolder, writeFiles } from '../../../testing/repository.ts'
import { overlay } from './overlay.ts'

test('an overlay takes the files it restores from the other commit, and all else from its own', async () => {
  await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, { 'a.js': 'old', 'test/one.js': 'one', 'test/two.js': 'two', 'tests/x': 'x' })
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'One')
    const from = git(folder, 'rev-parse', 'HEAD').trim()
    git(folder, 'rm', '-q', '-r', 'test')
    await writeFiles(folder, { 'a.js': 'new', test: { link: '/etc' }, 'tests/x': 'y', 'tests/new': 'n', 'p.json': '1' })
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'Two')
    const onto = git(folder, 'rev-parse', 'HEAD').trim()
    const request = { onto, from, message: 'Tests of the base', at: new Date(0), key: 'run/step' }
    const restores = (path: string) => /^tests?\//.test(path)
    const made = await overlay(`${folder}/.git`, {
      ...request,
      restores,
      contents: new Map([['p.json', Buffer.from('2')]]),
    })
    const files = git(folder, 'ls-tree', '-r', '--name-only', made!).trim().split('\n')
    expect(files).toEqual(['a.js', 'p.json', 'test/one.js', 'test/two.js', 'tests/x'])
    const read = (path: string) => git(folder, 'show', `${made}:${path}`)
    expect([read('a.js'), read('p.json'), read('test/two.js'), read('tests/x')]).toEqual(['new', '2', 'two', 'x'])
    expect(await overlay(`${folder}/.git`, { ...request, restores: () => false })).toBeUndefined()
    expect((await bundleRepository(folder)).commitSha).toBe(onto)
  })
})
