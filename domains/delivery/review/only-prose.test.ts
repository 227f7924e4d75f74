import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChangedFile } from '../../../execution/repositories/index.ts'
import { differOnlyInComments } from './only-comments.ts'
import { isProseChange } from './only-prose.ts'

const modes = { modeBefore: '100644', modeAfter: '100644' }
const isProse = (name: string, before: string | undefined, after: string | undefined, of: object = {}) =>
  isProseChange({
    name,
    file: { path: name, kind: before === undefined ? 'added' : 'modified', ...modes, ...of } as ChangedFile,
    before,
    after,
  })

test.each([
  ['README.md'],
  ['packages/core/README.md'],
  ['CHANGELOG'],
  ['LICENSE.txt'],
  ['docs/guide/setup.rst'],
  ['ROADMAP.md'],
  ['doc/manual.adoc'],
])('%s is documentation', (name) => {
  expect([
    isProse(name, 'One.\n', 'Two, with `code` and a [link](a.md).\n'),
    isProse(name, undefined, 'New.\n'),
  ]).toEqual([true, true])
})

test.each([
  ['requirements.txt'],
  ['docs/requirements.txt'],
  ['CMakeLists.txt'],
  ['robots.txt'],
  ['content/posts/first.md'],
  ['src/prompts/review.md'],
  ['AGENTS.md'],
  ['CLAUDE.md'],
  ['.github/copilot-instructions.md'],
  ['.github/workflows/README.md'],
  ['test/fixtures/README.md'],
  ['tests/cases.txt'],
  ['docs/page.mdx'],
  ['docs/conf.py'],
  ['docs/logo.svg'],
  ['package.json'],
  ['notes.txt'],
])('%s is no documentation', (name) => {
  expect(isProse(name, 'One.\n', 'Two.\n')).toBe(false)
})

test.each([
  ['a script', '<script>alert(1)</script>\n'],
  ['an attribute that runs code', '<img src=a onerror=alert(1)>\n'],
  ['an expression of a site', 'Version {{ version }}\n'],
  ['a directive of reStructuredText', '.. include:: ../secrets\n'],
  ['an included file', 'include::other.adoc[]\n'],
  ['front matter', '---\nlayout: home\n---\n'],
  ['an example that is run', '>>> add(1, 2)\n'],
])('documentation that gains %s waits for a person', (_what, added) => {
  expect(isProse('docs/a.md', `Text.\n`, `${added}Text.\n`)).toBe(false)
  expect(isProse('docs/a.md', `${added}Text.\n`, `${added}More text.\n`)).toBe(true)
})

test('a link, an executable file, a deletion and a new name are not documentation alone', () => {
  expect([
    isProse('README.md', 'a', 'b', { modeAfter: '120000' }),
    isProse('README.md', 'a', 'b', { modeAfter: '100755' }),
    isProse('README.md', 'a', undefined, { kind: 'deleted' }),
    isProse('README.md', 'a', 'b', { kind: 'renamed' }),
    isProse('README.md', 'a', undefined),
    isProse('docs/plan.png', undefined, undefined, { kind: 'modified' }),
    isProse('src/plan.png', undefined, undefined, { kind: 'modified' }),
  ]).toEqual([false, false, false, false, false, true, false])
})

const code = 'export const one = 1\nexport const text = `\n// kept\n`\n'
test.each([
  ['a.ts', code, `// Why this is one.\n${code}`],
  ['a.ts', `// A wrong remark.\n${code}`, `/*\n * A right remark.\n */\n${code}`],
  ['a.js', code, `/** Adds.\n * @param a the first number\n */\n${code}`],
  ['a.py', 'one = 1\n', '# NOTE: the first number.\none = 1\n'],
  ['a.go', 'package a\n', '// Package a counts.\npackage a\n'],
  ['a.rb', 'one = 1\n', '# The first number.\none = 1\n'],
  ['a.c', 'int one;\n', '/* The first number. */\nint one;\n'],
])('%s with another comment is equal', (name, before, after) => {
  expect([isProse(name, before, after), isProse(name, after, before)]).toEqual([true, true])
})

test.each([
  ['a.ts', 'f()\n', '// @ts-nocheck\nf()\n'],
  ['a.ts', 'f()\n', '/* eslint-disable */\nf()\n'],
  ['a.ts', 'f()\n', '/** @jsx h */\nf()\n'],
  ['a.ts', 'f()\n', '/// <reference types="x" />\nf()\n'],
  ['a.ts', 'f()\n', '/* c8 ignore next */\nf()\n'],
  ['a.ts', 'f()\n', '//# sourceMappingURL=a.map\nf()\n'],
  ['a.js', 'f()\n', '// a\u2028g()\nf()\n'],
  ['a.js', 'f()\n', '// a\rg()\nf()\n'],
  ['a.js', 'const t = `\na\n`\n', 'const t = `\n// b\na\n`\n'],
  ['a.js', 'const t = `\na\n`\n', 'const t = `\n\na\n`\n'],
  ['a.js', 'f()\n', '/* a */ g()\nf()\n'],
  ['a.js', 'f(a\n)\n', 'f(a\n* g()\n)\n'],
  ['a.js', 'f(<b>\n</b>)\n', 'f(<b>\n// shown\n</b>)\n'],
  ['a.vue', '<p></p>\n', '// shown\n<p></p>\n'],
  ['a.py', 'f()\n', '# noqa\nf()\n'],
  ['a.py', 'f()\n', '# type: ignore\nf()\n'],
  ['a.py', 'f()\n', '# -*- coding: utf-7 -*-\nf()\n'],
  ['a.py', '#!/usr/bin/python3\nf()\n', '# Why.\n#!/usr/bin/python3\nf()\n'],
  ['a.py', 'f()\n', '#!/bin/sh\nf()\n'],
  ['a.rb', 'f\n', '# frozen_string_literal: true\nf\n'],
  ['a.go', 'package a\n', '//go:build linux\n\npackage a\n'],
  ['a.go', 'package a\n', '// +build linux\npackage a\n'],
  ['a.go', 'package a\n\nimport "C"\n', 'package a\n\n// int one;\nimport "C"\n'],
  ['a.go', 'package a\n', '//export run\npackage a\n'],
  ['a.rs', 'fn f() {}\n', '/// # Examples\nfn f() {}\n'],
  ['A.java', 'f();\n', '// \\u000a g();\nf();\n'],
  ['a.c', 'f();\n', '// a \\\nf();\n'],
  ['a.php', '<?php f();\n', '// ?> b\n<?php f();\n'],
  ['a.ts', '// eslint-disable-next-line\nf()\n', '// eslint-disable-next-line\n// Why.\nf()\n'],
  ['a.test.ts', 'f()\n', '// Why.\nf()\n'],
  ['run.sh', 'f\n', '# Why.\nf\n'],
])('%s with %j is not equal to %j', (name, before, after) => {
  expect(isProse(name, before, after)).toBe(false)
})

test('a program whose code differs never passes for one that differs in comments, with any comments around', () => {
  const line = fc.constantFrom(
    '// why',
    '/* a */',
    ' * b',
    'f()',
    '`',
    'g(`',
    '',
    '/*',
    '*/',
    "h('//')",
    '// @ts-ignore',
  )
  const lines = fc.array(line, { maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const code = (from: readonly string[]) => from.filter((each) => /[fgh]\(/.test(each))
      if (code(one).join() === code(other).join()) return
      const inBlock = (from: readonly string[]) => from.includes('/*')
      if (inBlock(one) || inBlock(other)) return
      expect(differOnlyInComments('a.ts', one.join('\n'), other.join('\n'))).toBe(false)
    }),
  )
})
