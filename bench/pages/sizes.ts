/** Answers of the server at the sizes that pages must bear, given to a page in the server's place. */
const sha = 'a'.repeat(40)

export const filesOf = (count: number) => ({
  ...{ branch: 'main', commitSha: sha, truncated: false },
  files: Array.from({ length: count }, (_, at) => `packages/p${at % 400}/src/module-${at}/إضافة-${at}.ts`).toSorted(),
})

const evidence = (path: string, lines: readonly string[], additions: number, deletions: number) => ({
  ...{ taskId: '', source: 'native-repos', branch: 'task-1', baseSha: sha, headSha: sha },
  files: [{ path, kind: 'modified', additions, deletions, binary: false }],
  ...{ filesTruncated: false, patchTruncated: false, archive: null, packages: { added: [], unread: [] } },
  ...{ environments: [], skills: [], toolServers: [], checks: [], checkReruns: [], carriedOutBy: null, verdict: null },
  patch: [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...lines, ''].join('\n'),
})

/** A change of one file in so many lines. */
export const changeOf = (lines: number) => {
  const half = lines / 2
  const side = (sign: string, word: string) =>
    Array.from({ length: 10 }, (_, at) => `${sign}  const value${at} = ${word}(${at}, 'ordinary', { deep: true })`)
  const pieces = Array.from({ length: half / 10 }, (_, at) => [
    ...[`@@ -${at * 20 + 1},20 +${at * 20 + 1},20 @@`, ...side('-', 'before'), ...side('+', 'after')],
  ])
  return evidence('src/values.ts', pieces.flat(), half, half)
}

/** A change of one line of so many characters. */
export const lineOf = (chars: number) =>
  evidence('dist/bundle.js', ['@@ -1 +1 @@', '-short', `+${'lorem(ipsum,dolor);'.repeat(chars / 18)}`], 1, 1)
