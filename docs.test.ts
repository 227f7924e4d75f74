import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { accessPage, writtenAccessPage } from './docs/write-access.ts'
import { architecturePage, writtenArchitecturePage } from './docs/write-areas.ts'
import { errorsPage, writtenErrorsPage } from './docs/write-errors.ts'
import { retentionPage, writtenRetentionPage } from './docs/write-retention.ts'
import { allSettings } from './platform/configuration/configuration.ts'
import { version } from './platform/configuration/version.ts'
import { otherPrograms } from './platform/configuration/settings.ts'
import { readTree } from './testing/tidy/index.ts'

const root = import.meta.dirname
const tree = readTree(root)
const pages = [...tree.values()].filter(({ path }) => path.endsWith('.md'))
const pageAt = (path: string) => tree.get(path)!.text

/** A page without its blocks of code, line by line as it was. */
const prose = (text: string) => text.replaceAll(/^(`{3,}|~{3,})[^]*?^\1$/gm, (block) => block.replaceAll(/[^\n]/g, ' '))
const found = (pattern: RegExp, look: (path: string, match: string) => string | undefined) =>
  pages.flatMap(({ path, text }) =>
    [...prose(text).matchAll(pattern)].flatMap(({ 1: match, index }) => {
      const wrong = look(path, match!)
      return wrong ? [`${path}:${text.slice(0, index).split('\n').length}: ${wrong}`] : []
    }),
  )

const anchorsIn = (text: string) =>
  [...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link between pages has a target', () => {
  const broken = found(/(?<!!)\]\(([^)\s]+)\)/g, (path, target) => {
    if (/^[a-z]+:/.test(target)) return undefined
    const [file = '', anchor] = target.split('#')
    const at = file === '' ? path : posix.join(posix.dirname(path), file)
    if (!existsSync(join(root, at))) return `there is no ${at}`
    return anchor === undefined || anchorsIn(pageAt(at)).includes(anchor) ? undefined : `${at} has no #${anchor}`
  })
  expect(broken).toEqual([])
})

test('docs/README.md links every page of docs/', () => {
  const inDocs = pages.filter(({ path }) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/README.md')
  const unlinked = inDocs.filter(({ path }) => !pageAt('docs/README.md').includes(`](${posix.basename(path)})`))
  expect(unlinked.map(({ path }) => path)).toEqual([])
})

const git = (...words: string[]) => spawnSync('git', ['-C', root, ...words], { encoding: 'utf8' })

test('docs/releases.md names each release of the changelog, newest first, with a commit of its version', () => {
  const rows = [...pageAt('docs/releases.md').matchAll(/^\| (\d[\d.]+) \| [\d-]+ \| (.+) \|$/gm)]
  const versions = rows.map(([, one]) => one)
  expect(versions).toEqual([...pageAt('CHANGELOG.md').matchAll(/^## (\d[\d.]+)/gm)].map(([, one]) => one))
  expect(versions[0]).toBe(version)
  const commits = rows.map(([, , words]) => /^`([\da-f]{40})`$/.exec(words!)?.[1])
  expect(commits.slice(1)).not.toContain(undefined)
  if (!commits[0]) expect(rows[0]![2]).toBe(`the commit with the title \`Release ${version}\``)
  // A shallow clone and an archive do not have the commits.
  if (git('cat-file', '-e', commits.at(-1)!).status !== 0) return
  for (const [at, commit] of commits.entries()) {
    if (!commit) continue
    expect(git('show', `${commit}:package.json`).stdout).toContain(`"version": "${versions[at]}"`)
  }
})

test('every file that a page names exists', () => {
  const folders = 'apps|bench|bin|decisions|deploy|docs|domains|execution|migrations|packages|platform|samples|testing'
  const named = new RegExp(`\`((?:${folders})/[\\w./-]*[\\w/])\``, 'g')
  const missing = found(named, (_path, file) =>
    /NNNN|\.\.\//.test(file) || existsSync(join(root, file)) ? undefined : `there is no ${file}`,
  )
  expect(missing).toEqual([])
})

test('every setting that a page names exists', () => {
  const known = [...allSettings.map(({ name }) => name), ...otherPrograms.map(([name]) => name)]
  const unknown = found(/\b(ATELIER_[A-Z_]+)(?!…)\b/g, (_path, name) =>
    known.some((one) => one === name || (name.endsWith('_') && one.startsWith(name)))
      ? undefined
      : `${name} is not a setting`,
  )
  expect(unknown).toEqual([])
})

test('every excerpt of a page is in the file that its first line names', () => {
  const excerpts = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^```ts\n\/\/ (\S+\/\S+\.ts)\n([^]*?)^```$/gm)].map(([, file, code]) => ({
      path,
      file: file!,
      code: code!,
    })),
  )
  expect(excerpts.length).toBeGreaterThan(4)
  const wrong = excerpts.filter(({ file, code }) => !tree.get(file)?.text.includes(code))
  expect(wrong.map(({ path, file }) => `${path}: ${file} has changed`)).toEqual([])
})

/** The text of the program with what it puts together from parts in one piece. */
const program = [...tree.values()]
  .filter(({ path }) => /^(apps|bin|domains|execution|packages|platform)\//.test(path) && !path.endsWith('.test.ts'))
  .map(({ text }) => text.replaceAll(/['`"] \+\n\s*['`"]/g, '').replaceAll(/\n\s*/g, ' '))
  .join('\n')

test('every sentence that docs/troubleshooting.md quotes is one of the program', () => {
  const quoted = [...pageAt('docs/troubleshooting.md').matchAll(/^\| “([^”]+)”/gm)].map(([, sentence]) => sentence!)
  expect(quoted.length).toBeGreaterThan(35)
  const parts = quoted.flatMap((sentence) => sentence.split('…').map((part) => part.trim()))
  const long = parts.filter((part) => part.replaceAll(/[^\p{L}]/gu, '').length > 3)
  expect(long.filter((part) => !program.includes(part))).toEqual([])
})

test('docs/errors.md matches the contracts; node docs/write-errors.ts writes it', async () => {
  expect(await writtenErrorsPage()).toBe(await errorsPage())
})

test('docs/retention.md matches the table; node docs/write-retention.ts writes it', async () => {
  expect(await writtenRetentionPage()).toBe(retentionPage())
})

test('docs/access.md matches the contracts; node docs/write-access.ts writes it', async () => {
  expect(await writtenAccessPage()).toBe(await accessPage())
})

test('docs/architecture.md lists the domains of each area and the folders; node docs/write-areas.ts writes it', async () => {
  expect(await writtenArchitecturePage()).toBe(await architecturePage(tree.keys()))
})
