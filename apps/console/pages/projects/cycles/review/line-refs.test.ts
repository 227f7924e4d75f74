import { expect, test } from 'vitest'
import { currentLine } from './diff-rows.ts'
import { filesIn } from './parse-patch.ts'

const patch = `diff --git a/a.ts b/a.ts
--- a/a.ts
+++ b/a.ts
@@ -1,3 +1,4 @@
-gone
+new
 twice
 twice
+moved
`
const [{ lines }] = filesIn(patch) as [ReturnType<typeof filesIn>[number]]
const file = { path: 'a.ts', name: 'a.ts', additions: 2, deletions: 1, isBinary: false, lines }
const now = (line: number, lineText: string, side: 'before' | 'after' = 'after') =>
  currentLine(file, { side, line, lineText })

test('a comment stays at its line, follows the only line with its text, and is outdated if that no longer exists', () => {
  expect(now(1, 'new')).toEqual({ side: 'after', line: 1 })
  expect(now(9, 'moved')).toEqual({ side: 'after', line: 4 })
  expect(now(3, 'twice')).toEqual({ side: 'after', line: 3 })
  expect(now(7, 'twice')).toBeUndefined()
  expect(now(1, 'gone', 'before')).toEqual({ side: 'before', line: 1 })
  expect([now(1, 'gone'), now(1, 'was')]).toEqual([undefined, undefined])
})
