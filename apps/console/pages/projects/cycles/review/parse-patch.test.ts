import { expect, test } from 'vitest'
import { filesIn, linesOf } from './parse-patch.ts'

const patch = `diff --git a/src/sum.js b/src/sum.js
index 1111111..2222222 100644
--- a/src/sum.js
+++ b/src/sum.js
@@ -1,3 +1,3 @@ export
 const a = 1
-const b = 2
+const b = 3
--- not a header
\\ No newline at end of file
diff --git a/old name.txt b/old name.txt
deleted file mode 100644
index 1111111..0000000
--- a/old name.txt\t
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/logo.png b/logo.png
index 1111111..2222222 100644
Binary files a/logo.png and b/logo.png differ
`

test('a patch is its files with the numbers of their lines', () => {
  const [changed, removed, binary] = filesIn(patch)
  expect(changed).toEqual({
    path: 'src/sum.js',
    lines: [
      { kind: 'hunk', text: '@@ -1,3 +1,3 @@ export' },
      { kind: 'same', text: 'const a = 1', before: 1, after: 1 },
      { kind: 'del', text: 'const b = 2', before: 2 },
      { kind: 'add', text: 'const b = 3', after: 2 },
      { kind: 'del', text: '-- not a header', before: 3 },
    ],
  })
  expect(removed).toMatchObject({ path: 'old name.txt', lines: [{ kind: 'hunk' }, { kind: 'del', text: 'gone' }] })
  expect(binary).toEqual({ path: '', lines: [] })
  expect(filesIn('')).toEqual([])
})

test('a renamed file, and one whose name git writes in quotes, have their names', () => {
  const moved = 'diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts\n'
  const quoted = String.raw`diff --git "a/\303\274 \"x\".txt" "b/\303\274 \"x\".txt"
--- "a/\303\274 \"x\".txt"
+++ "b/\303\274 \"x\".txt"
@@ -0,0 +1 @@
+new
`
  expect(filesIn(moved + quoted)).toMatchObject([
    { path: 'new.ts', lines: [] },
    { path: 'ü "x".txt', lines: [{ kind: 'hunk' }, { kind: 'add', after: 1 }] },
  ])
})

test('a file as it is has a line for each of its own', () => {
  expect(linesOf('one\ntwo\n').map(({ text, after }) => [text, after])).toEqual([
    ['one', 1],
    ['two', 2],
  ])
})
