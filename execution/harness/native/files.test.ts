import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listFolder, readLines, writeWhole } from './files.ts'
import { resolvePath } from './path.ts'
import { searchFiles } from './tools/search.ts'

let folder: string
let root: string
const put = (name: string, content: string | Buffer) => writeFile(join(root, name), content)
const content = (name: string) => readFile(join(root, name), 'utf8')

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'files-')))
  root = join(folder, 'worktree')
  await mkdir(root)
  await writeFile(join(folder, 'secret'), 'outside\n')
})
afterEach(() => rm(folder, { recursive: true }))

describe('a path', () => {
  test('inside the worktree may be spelled in any way', async () => {
    await mkdir(join(root, 'a'))
    await symlink('a', join(root, 'link'))
    for (const path of ['a', './a', 'a/../a', join(root, 'a'), 'link']) {
      expect((await resolvePath(root, path)).absolute).toBe(join(root, 'a'))
    }
    expect(await resolvePath(root, 'link/new/x.txt')).toEqual({
      absolute: join(root, 'a/new/x.txt'),
      shown: 'link/new/x.txt',
    })
  })

  test('that leads outside is refused, also through links', async () => {
    await symlink(folder, join(root, 'up'))
    await symlink('../secret', join(root, 'file'))
    await symlink('../not-yet', join(root, 'dangling'))
    for (const path of [
      '..',
      '../secret',
      '/etc/passwd',
      'a/../../secret',
      'up/secret',
      'up',
      'file',
      'dangling',
      'dangling/x',
    ]) {
      await expect(resolvePath(root, path)).rejects.toThrow(/outside of the worktree|does not exist/)
    }
    await expect(writeWhole(root, 'dangling', 'x')).rejects.toThrow('does not exist')
    await expect(stat(join(folder, 'not-yet'))).rejects.toThrow()
  })

  test('of random text never leads outside', async () => {
    await symlink('..', join(root, 'up'))
    const part = fc.oneof(fc.constantFrom('..', '.', 'up', 'a', ''), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.array(part), async (parts) => {
        const place = await resolvePath(root, parts.join('/')).catch(() => undefined)
        expect(place === undefined || `${place.absolute}/`.startsWith(`${root}/`)).toBe(true)
      }),
    )
  })

  test('in .git is refused, in .github is allowed', async () => {
    await mkdir(join(root, '.git'))
    await symlink('.git', join(root, 'hidden'))
    for (const path of ['.git', '.git/hooks/pre-commit', 'hidden/config']) {
      await expect(writeWhole(root, path, 'x')).rejects.toThrow('.git belongs to the server')
    }
    expect(await writeWhole(root, '.github/a.yml', 'x\n')).toMatchObject({ shown: '.github/a.yml', isNew: true })
  })
})

describe('read', () => {
  test('numbers the lines of a range and reports how many follow', async () => {
    await put('a.txt', 'one\ntwo\r\nthree\nfour')
    expect(await readLines(root, 'a.txt', 2, 2, 10_000)).toBe(
      'a.txt, lines 2 to 3 of 4:\n    2\ttwo\n    3\tthree\n[1 more lines: read with from 4]',
    )
  })

  test('returns as many lines as fit, and shortens a long line', async () => {
    await put('a.txt', `${'x'.repeat(5_000)}\n`.repeat(10))
    const text = await readLines(root, 'a.txt', 1, 500, 5_000)
    expect(text).toContain('lines 1 to 2 of 10')
    expect(text).toContain('[… 3000 more characters]')
  })

  test.each([
    ['nothing', 'none.txt', 'none.txt does not exist.'],
    ['a folder', '.', '. is a folder. Use list.'],
    ['bytes', 'b.bin', 'b.bin is binary (3 bytes).'],
    ['lines that are not there', 'a.txt', 'a.txt has 1 lines: there is no line 7.'],
  ])('refuses %s', async (_, path, message) => {
    await put('b.bin', Buffer.from([1, 0, 2]))
    await put('a.txt', 'x\n')
    await expect(readLines(root, path, 7, 1, 1_000)).rejects.toThrow(message)
  })
})

const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const narrow = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['Latin-1', narrow('// wählen\r\nx\n'), narrow('// Maß\r\nx\n')],
  ['UTF-16', wide('// wählen\r\nx\n'), wide('// Maß\r\nx\n')],
])('a file in %s is read as text, and is written in its own character set', async (_set, before, after) => {
  await put('a.txt', before)
  expect(await readLines(root, 'a.txt', 1, 9, 1_000)).toBe('a.txt, lines 1 to 2 of 2:\n    1\t// wählen\n    2\tx')
  expect(await writeWhole(root, 'a.txt', '// Maß\r\nx\n')).toMatchObject({ before: '// wählen\r\nx\n' })
  expect(await readFile(join(root, 'a.txt'))).toEqual(after)
})

test('a text that the character set of a file cannot hold changes nothing', async () => {
  await put('a.txt', narrow('wählen'))
  await expect(writeWhole(root, 'a.txt', 'wählen →')).rejects.toThrow('a.txt is not UTF-8')
  expect(await readFile(join(root, 'a.txt'))).toEqual(narrow('wählen'))
})

describe('write', () => {
  test('makes folders and keeps the mode of an existing file', async () => {
    await put('run.sh', 'old')
    await chmod(join(root, 'run.sh'), 0o755)
    await writeWhole(root, 'run.sh', 'new')
    await writeWhole(root, 'a b/ç/d.txt', '')
    expect([
      await content('run.sh'),
      (await stat(join(root, 'run.sh'))).mode & 0o777,
      await content('a b/ç/d.txt'),
    ]).toEqual(['new', 0o755, ''])
  })

  test('refuses a folder, and a path through a file', async () => {
    await put('file', 'x')
    await expect(writeWhole(root, '.', 'x')).rejects.toThrow('. is no ordinary file.')
    await expect(writeWhole(root, 'file/x', 'x')).rejects.toThrow('file')
    expect(await content('file')).toBe('x')
  })
})

describe('list and search', () => {
  test('list files in order, without .git and node_modules', async () => {
    for (const path of ['b.txt', 'a/c.txt', 'a/d/e.txt', 'node_modules/x/y.js']) await writeWhole(root, path, 'x\n')
    await mkdir(join(root, '.git'))
    await symlink('b.txt', join(root, 'l'))
    expect(await listFolder(root, '.', 2)).toBe('.:\na/\na/c.txt\na/d/\nb.txt\nl (link)\nnode_modules/')
    await expect(listFolder(root, 'b.txt', 1)).rejects.toThrow('b.txt is a file. Use read.')
  })

  const search = (pattern: string, more = {}, bytesMax = 10_000) =>
    searchFiles(
      root,
      { pattern, path: '.', context: 0, ignoreCase: false, literal: false, ...more },
      bytesMax,
      new AbortController().signal,
    )

  test('search files that git does not ignore, also where .git points nowhere', async () => {
    await put('.git', 'gitdir: /nowhere\n')
    await put('.gitignore', 'out\n')
    await writeWhole(root, 'src/a b.ts', 'const find = 1\nlet Find = 2\n')
    await writeWhole(root, 'out/a.ts', 'const find = 3\n')
    expect(await search('find')).toBe('src/a b.ts:1:const find = 1')
    expect(await search('FIND =', { ignoreCase: true })).toBe('src/a b.ts:1:const find = 1\nsrc/a b.ts:2:let Find = 2')
    expect(await search('= [12]$', { literal: true })).toBe('Nothing matches = [12]$.')
    expect(await search('-x')).toBe('Nothing matches -x.')
    expect(await search('const (?=find)')).toBe('src/a b.ts:1:const find = 1')
    expect(await search('Find', { context: 1 })).toBe('src/a b.ts-1-const find = 1\nsrc/a b.ts:2:let Find = 2')
    expect(await search('find', { glob: '*.js' })).toBe('Nothing matches find.')
    expect(await search('find', { glob: '*.ts', path: 'src' })).toBe('src/a b.ts:1:const find = 1')
    await expect(search('a(')).rejects.toThrow('The search failed:')
    await expect(search('x', { path: '../' })).rejects.toThrow('outside of the worktree')
  })

  test('search files in each character set, and write none of their copies into the worktree', async () => {
    await mkdir(join(root, 'src'))
    await put('src/latin.c', narrow('int x;\n// wähle\n'))
    await put('src/wide.sql', wide('-- wähle\n'))
    await put('src/utf8.c', 'wähle\n')
    await put('src/picture.png', Buffer.from([0x89, 0x50, 0, 1, 2, 0xff]))
    const found = 'src/utf8.c:1:wähle\nsrc/latin.c:2:// wähle\nsrc/wide.sql:1:-- wähle'
    expect(await search('wähle')).toBe(found)
    expect(await search('w.hle$')).toBe(found)
    expect(await search('WÄHLE', { literal: true, ignoreCase: true, glob: '*.c' })).toBe(
      'src/utf8.c:1:wähle\nsrc/latin.c:2:// wähle',
    )
    expect(await search('int', { path: 'src/latin.c', context: 1 })).toBe(
      'src/latin.c:1:int x;\nsrc/latin.c-2-// wähle',
    )
    expect(await listFolder(root, '.', 2)).toBe('.:\nsrc/\nsrc/latin.c\nsrc/picture.png\nsrc/utf8.c\nsrc/wide.sql')
  })

  test('refuse a pattern that explodes, at once', async () => {
    await put('a.txt', `${'a'.repeat(60)}b\n`)
    await expect(search('(a+)+$')).rejects.toThrow('too many steps')
  })

  test('stop when the output is full', async () => {
    await put('a.txt', 'same line\n'.repeat(100_000))
    const text = await search('same', {}, 1_000)
    expect(text.length).toBeLessThan(1_100)
    expect(text).toContain('more lines: use a narrower pattern, path or glob]')
  })
})
