import { git } from '../../../execution/repositories/index.ts'
import { formatBlock } from '../../../execution/models/index.ts'

export interface Change {
  readonly title: string
  readonly description: string
}

/** A small change that fits any repository, in words that the offline model carries out. */
export const changeFor = async (gitDir: string, commitSha: string, paths: ReadonlySet<string>): Promise<Change> => {
  const page = freeName(paths, 'ATELIER', '.md')
  const blocks = [formatBlock({ kind: 'file', path: page, content: pageText })]
  if (!(await runsNodeTests(gitDir, commitSha, paths))) {
    return { title: `Add ${page}`, description: `Add ${page}, which says how changes are made here.\n\n${blocks[0]}` }
  }
  const test = freeName(paths, 'atelier', '.test.mjs')
  blocks.push(formatBlock({ kind: 'file', path: test, content: testText(page) }))
  const description = `Add ${page}, which says how changes are made here, and a test that it does.\n\n${blocks.join('\n')}`
  return { title: `Add ${page} and a test for it`, description }
}

/** The first of `name.md`, `name-2.md`, … that is free in any capitals. */
export const freeName = (paths: ReadonlySet<string>, name: string, ending: string): string => {
  const taken = new Set([...paths].map((path) => path.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const candidate = `${name}${number === 1 ? '' : `-${number}`}${ending}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

/** Whether the project's tests are the files that Node finds by default, so that another is found too. */
const runsNodeTests = async (gitDir: string, commitSha: string, paths: ReadonlySet<string>): Promise<boolean> => {
  if (!paths.has('package.json')) return false
  const { stdout } = await git(['cat-file', 'blob', `${commitSha}:package.json`], { gitDir })
  try {
    const { scripts } = JSON.parse(stdout.toString()) as { scripts?: { test?: unknown } }
    return typeof scripts?.test === 'string' && /^node --test$/.test(scripts.test.trim())
  } catch {
    return false
  }
}

const pageText = `# How changes are made here

A change begins as a sentence. An agent carries it out in a sandbox, on a branch of its own.
The project's tests run before the change and after it, and it is merged when nothing got worse.
`

const testText = (page: string) => `import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

test('${page} says when a change is merged', async () => {
  const text = await readFile(new URL('${page}', import.meta.url), 'utf8')
  assert.match(text, /merged when nothing got worse/)
})
`
